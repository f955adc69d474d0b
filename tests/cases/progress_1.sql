BEGIN TRANSACTION;
CREATE TABLE cards (
            question TEXT PRIMARY KEY,
            state INTEGER NOT NULL, step INTEGER, stability REAL NOT NULL, difficulty REAL NOT NULL,
            due INTEGER NOT NULL, last_review INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
INSERT INTO "cards" VALUES('lstm.forget_gate',2,NULL,4.47481723221854910121e+00,6.39094132352437949151e+00,1796472000000000,1796126400000000);
CREATE TABLE drafts (question TEXT PRIMARY KEY, seed INTEGER NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
INSERT INTO "drafts" VALUES('lstm.output_gate',4,'half',1795975329356143);
CREATE TABLE exported (card TEXT PRIMARY KEY, content TEXT NOT NULL, modified INTEGER NOT NULL) STRICT;
CREATE TABLE reviews (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            question TEXT NOT NULL, seed INTEGER NOT NULL,
            rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 4),
            verdict TEXT NOT NULL, answer TEXT NOT NULL, mistake TEXT, device TEXT,
            seconds REAL, duration REAL, at INTEGER NOT NULL,
            scheduler INTEGER NOT NULL REFERENCES schedulers (number),
            state_before INTEGER, step_before INTEGER, stability_before REAL, difficulty_before REAL, due_before INTEGER, last_review_before INTEGER,
            state_after INTEGER, step_after INTEGER, stability_after REAL, difficulty_after REAL, due_after INTEGER, last_review_after INTEGER
        ) STRICT;
INSERT INTO "reviews" VALUES(1,'lstm.forget_gate',0,1,'wrong','σ(W_f [h_{t-1}, x_t] + b_f)','no_bias','cpu',0.01,12.5,1795953600000000,1,NULL,NULL,NULL,NULL,NULL,NULL,1,0,0.212,6.4133,1795953660000000,1795953600000000);
INSERT INTO "reviews" VALUES(2,'lstm.forget_gate',1,3,'right','σ(W_f [h_{t-1}, x_t] + b_f)',NULL,'cpu',0.01,12.5,1796040000000000,1,1,0,0.212,6.4133,1795953660000000,1795953600000000,1,1,1.88678761952041540439e+00,6.40211506929683782374e+00,1796040600000000,1796040000000000);
INSERT INTO "reviews" VALUES(3,'lstm.forget_gate',2,3,'right','σ(W_f [h_{t-1}, x_t] + b_f)',NULL,'cpu',0.01,12.5,1796126400000000,1,1,1,1.88678761952041540439e+00,6.40211506929683782374e+00,1796040600000000,1796040000000000,2,NULL,4.47481723221854910121e+00,6.39094132352437949151e+00,1796472000000000,1796126400000000);
CREATE TABLE schedulers (number INTEGER PRIMARY KEY, settings TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO "schedulers" VALUES(1,'{"desired_retention": 0.9, "enable_fuzzing": false, "fsrs": "6.3.2", "learning_steps": [60, 600], "maximum_interval": 36500, "parameters": [0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542], "relearning_steps": [600]}');
CREATE INDEX reviews_by_question ON reviews (question, number);
CREATE INDEX reviews_by_time ON reviews (at);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('reviews',3);
COMMIT;
PRAGMA user_version = 1;
PRAGMA application_id = 1364543834;
