"""Every formula of the reference, for laws that hold over all of them."""

import importlib
import pkgutil

import pytest

import reference
from reference.formula import FORMULAS

for module in pkgutil.walk_packages(reference.__path__, "reference."):
    importlib.import_module(module.name)

EVERY_FORMULA = pytest.mark.parametrize("formula", [pytest.param(f, id=name) for name, f in sorted(FORMULAS.items())])
