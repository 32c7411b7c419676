-- Who is known here by an account that they have elsewhere (SPEC 4, docs/decisions/0027-social-sign-in.md).
create table social_identity (
  provider text not null check (provider in ('google', 'github', 'reddit')),
  -- The provider's id for them, which stays when their name and address change.
  subject text not null,
  user_id uuid not null references "user" on delete cascade,
  -- Their name there, as it was when they were linked.
  username text not null,
  created_at timestamptz not null,
  primary key (provider, subject)
);
create index social_identity_user on social_identity (user_id);

-- Who was sent to a provider and is to come back: once, with this state, in the browser that has the cookie. Of both only
-- digests are kept; nothing here is worth anything without them.
create table social_attempt (
  state_digest text primary key,
  browser_digest text not null,
  provider text not null check (provider in ('google', 'github', 'reddit')),
  verifier text not null,
  nonce text not null,
  expires_at timestamptz not null
);
create index social_attempt_end on social_attempt (expires_at);

-- Who came back, and has no address that their provider proves: they say one and confirm it by a code (DECISIONS 10).
create table social_pending (
  browser_digest text primary key,
  provider text not null check (provider in ('google', 'github', 'reddit')),
  subject text not null,
  username text not null,
  email text,
  code_digest text,
  tries_left integer not null default 0,
  code_expires_at timestamptz,
  expires_at timestamptz not null,
  check ((code_digest is null) = (email is null)),
  check ((code_digest is null) = (code_expires_at is null))
);
create index social_pending_end on social_pending (expires_at);

-- Signing in is for those who answer requests alone.
grant select, insert, update, delete on social_identity, social_attempt, social_pending to earshot_web;

-- An account whose address was not confirmed may have been made by anybody. Once whoever has that address arrives, nobody
-- else stays in its projects, and it stays in nobody else's: what it owns alone is all that is left to it.
create function part_from_others(whose uuid) returns void
language sql security definer set search_path = pg_catalog, public as $$
  delete from public.member m using public.member o
    where o.user_id = whose and o.role = 'owner' and m.project_id = o.project_id and m.user_id is distinct from whose;
  delete from public.member m where m.user_id = whose and m.role <> 'owner';
$$;
revoke all on function part_from_others from public;
grant execute on function part_from_others to earshot_web;
