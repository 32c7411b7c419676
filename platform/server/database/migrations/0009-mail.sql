-- Outgoing mail: written in the transaction of what it tells of, sent by a job (docs/decisions/0026-mail.md). Once it is
-- sent or given up its text is blanked, since links in it are keys.
create table mail (
  id uuid primary key,
  -- Whose account it is about; null for people who have none yet, such as the invited.
  user_id uuid references "user" on delete cascade,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  -- sending: handed to a mail server, whose word is not known yet; it may have been sent.
  state text not null check (state in ('queued', 'sending', 'sent', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz,
  -- What its links are good until; later it is of no use.
  useful_until timestamptz,
  -- Why the last try did not succeed, as codes: a mail server's own words may repeat an address.
  fault text,
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((next_try_at is null) = (state in ('sent', 'failed')))
);
create index mail_by_user on mail (user_id);
create index mail_due on mail (next_try_at) where next_try_at is not null;
create index mail_finished on mail (finished_at) where finished_at is not null;

-- Who answers requests writes mails and can't read them again.
grant insert on mail to earshot_web;
grant select, insert, update, delete on mail to earshot_worker;
