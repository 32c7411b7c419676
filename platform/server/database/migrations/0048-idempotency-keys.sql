-- What each idempotency key was used for, so that a repeated request gets the first one's answer.
create table idempotency_key (
  -- The user, or the API token that acted for them.
  caller uuid not null,
  key text not null,
  user_id uuid not null references "user" on delete cascade,
  fingerprint text not null,
  -- Sealed with SECRET; null until the request has been answered.
  answer text,
  created_at timestamptz not null,
  primary key (caller, key)
);
create index idempotency_key_user on idempotency_key (user_id);
create index idempotency_key_age on idempotency_key (created_at);

grant select, insert, update, delete on idempotency_key to earshot_web;
grant select (created_at), delete on idempotency_key to earshot_worker;

alter table session drop column submitted, drop column submitted_at;
drop function memberships_digest(uuid);
