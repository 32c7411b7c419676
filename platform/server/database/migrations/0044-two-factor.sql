-- Two-factor sign-in and passkeys (docs/decisions/0129).

-- The authenticator app of a user. No row: two-factor sign-in is off.
create table two_factor (
  user_id uuid primary key references "user" on delete cascade,
  -- The key that the app has too, sealed.
  secret_sealed text not null,
  -- The time step of the last code that was accepted. Codes of this step and older ones are refused.
  last_step bigint not null,
  created_at timestamptz not null
);
grant select, insert, update, delete on two_factor to earshot_web;

-- Codes that stand in for the authenticator app. A used code is deleted.
create table recovery_code (
  user_id uuid not null references "user" on delete cascade,
  digest text not null,
  created_at timestamptz not null,
  primary key (user_id, digest)
);
grant select, insert, update, delete on recovery_code to earshot_web;

create table passkey (
  id uuid primary key,
  user_id uuid not null references "user" on delete cascade,
  name text not null,
  -- The authenticator's name of the credential, and the public key (COSE), both in base64url.
  credential_id text not null unique,
  public_key text not null,
  -- The signature counter; 0 if the authenticator doesn't count.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);
grant select, insert, update, delete on passkey to earshot_web;

-- What a caller has to answer once: with a code or a passkey. Only digests are stored.
create table challenge (
  digest text primary key,
  -- code: a sign-in whose first factor was right. passkey: a sign-in with a passkey, of a user who isn't known yet.
  -- registration: a new passkey. setup: a new authenticator app.
  kind text not null check (kind in ('code', 'passkey', 'registration', 'setup')),
  user_id uuid references "user" on delete cascade,
  -- The key of a new authenticator app, sealed.
  secret_sealed text,
  expires_at timestamptz not null,
  check ((kind = 'passkey') = (user_id is null)),
  check ((kind = 'setup') = (secret_sealed is not null))
);
create index challenge_end on challenge (expires_at);
create index challenge_user on challenge (user_id);
grant select, insert, update, delete on challenge to earshot_web;
grant select (expires_at), delete on challenge to earshot_worker;
