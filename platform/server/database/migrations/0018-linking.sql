-- Who is signed in may link further accounts that they have elsewhere, and unlink them (docs/decisions/0027-social-sign-in.md).

-- By what a linked account is named, without saying its id at the provider.
alter table social_identity add column id uuid not null default gen_random_uuid() unique;

-- To whose account whoever comes back is linked; null where they sign in. Such an attempt is bound to a session.
alter table social_attempt add column user_id uuid references "user" on delete cascade;
create index social_attempt_user on social_attempt (user_id);
