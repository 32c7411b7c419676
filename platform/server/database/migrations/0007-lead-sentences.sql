-- The sentence that a lead starts with: {text, span}. Null for leads that were scored before, and without one.
alter table opportunity add column sentence jsonb;
