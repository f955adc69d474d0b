"""The screen: it knows keys, widgets and sentences, and no mathematics."""
