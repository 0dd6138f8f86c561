-- Who claimed an Idempotency-Key: a claim that is sent again because its answer was lost is the same.
ALTER TABLE idempotent_requests ADD COLUMN claimed_by text NOT NULL DEFAULT '';
