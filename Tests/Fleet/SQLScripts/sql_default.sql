CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  owner TEXT NOT NULL,
  cents INTEGER NOT NULL
);
CREATE INDEX account_owner ON account (owner);
