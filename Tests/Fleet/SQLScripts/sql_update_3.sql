CREATE TABLE total (
  id INTEGER PRIMARY KEY,
  cents INTEGER NOT NULL
);
UPDATE account SET cents = cents * 5 + 2;
INSERT INTO total (cents) SELECT coalesce(sum(cents), 0) FROM account;
