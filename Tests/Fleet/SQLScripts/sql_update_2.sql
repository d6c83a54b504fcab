-- A second run of this script would be visible in each row.
UPDATE account SET cents = cents * 3 + 1;
ALTER TABLE account ADD COLUMN currency TEXT NOT NULL DEFAULT 'EUR';
