-- Mailboxes: reading and sending mail (docs/decisions/0119).

create table mailbox (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  -- In lower case.
  address text not null,
  -- The name beside the address in what it sends.
  name text not null,
  kind text not null check (kind in ('password', 'google', 'microsoft', 'sandbox')),
  imap_host text not null,
  imap_port integer not null check (imap_port between 1 and 65535),
  imap_security text not null check (imap_security in ('tls', 'startTls', 'none')),
  imap_user text not null,
  smtp_host text not null,
  smtp_port integer not null check (smtp_port between 1 and 65535),
  smtp_security text not null check (smtp_security in ('tls', 'startTls', 'none')),
  smtp_user text not null,
  -- The password or the refresh token, sealed. Null once it is disconnected.
  secret_sealed text,
  -- The access token of Google or Microsoft, sealed, and until when it works.
  access_sealed text,
  access_until timestamptz,
  state text not null check (state in ('connected', 'failing', 'disconnected')),
  -- Why it fails (engine/mail/troubles.ts).
  trouble text,
  failures integer not null default 0,
  paused_at timestamptz,
  daily_most integer not null default 50 check (daily_most between 1 and 500),
  signature text not null default '',
  -- Whether mail of people whom the project doesn't know is stored.
  shows_all boolean not null default false,
  -- How far its folders were read. A folder with another validity has new numbers.
  inbox_validity bigint,
  inbox_uid bigint not null default 0,
  sent_folder text,
  sent_validity bigint,
  sent_uid bigint not null default 0,
  read_at timestamptz,
  due_at timestamptz,
  -- Mail from before isn't read.
  connected_at timestamptz not null,
  -- When it first sent a first mail: it has been warming up since.
  first_sent_at timestamptz,
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  -- No encryption only on this machine.
  check (kind = 'sandbox' or (imap_security <> 'none' and smtp_security <> 'none')),
  check ((state = 'disconnected') = (secret_sealed is null)),
  check ((state = 'failing') = (trouble is not null)),
  check (secret_sealed is not null or access_sealed is null)
);
create unique index mailbox_address on mailbox (project_id, address);
create index mailbox_due on mailbox (due_at nulls first) where state <> 'disconnected';
create index mailbox_user on mailbox (created_by) where created_by is not null;
grant select, insert, update, delete on mailbox to earshot_web, earshot_worker;

-- Addresses that get no mail from a project.
create table mailbox_suppression (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  -- In lower case.
  address text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'asked', 'manual')),
  -- Who added it by hand.
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create unique index mailbox_suppression_address on mailbox_suppression (project_id, address);
create index mailbox_suppression_user on mailbox_suppression (created_by) where created_by is not null;
grant select, insert, update, delete on mailbox_suppression to earshot_web, earshot_worker;

-- The keys in the unsubscribe links of mails.
create table mail_unsubscribe (
  project_id uuid not null references project on delete cascade,
  token_digest text primary key,
  address text not null
);
create index mail_unsubscribe_project on mail_unsubscribe (project_id);
grant select, insert, delete on mail_unsubscribe to earshot_web, earshot_worker;

-- Who starts connecting a mailbox at Google or Microsoft, and for which project.
create table mailbox_connecting (
  project_id uuid not null references project on delete cascade,
  state_digest text primary key,
  provider text not null check (provider in ('google', 'microsoft')),
  user_id uuid not null references "user" on delete cascade,
  session_id uuid not null references session on delete cascade,
  expires_at timestamptz not null
);
create index mailbox_connecting_project on mailbox_connecting (project_id);
create index mailbox_connecting_user on mailbox_connecting (user_id);
create index mailbox_connecting_session on mailbox_connecting (session_id);
create index mailbox_connecting_expires on mailbox_connecting (expires_at);
grant select, insert, update, delete on mailbox_connecting to earshot_web, earshot_worker;

do $$
declare t text;
begin
  foreach t in array array['mailbox', 'mailbox_suppression', 'mail_unsubscribe', 'mailbox_connecting'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
end $$;

-- Suppresses an address by the key in a mail, without a session. Returns whether the key is known.
create function unsubscribe_from_mail(digest text, suppression uuid, moment timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
declare link mail_unsubscribe;
begin
  select * into link from mail_unsubscribe where token_digest = digest;
  if not found then return false; end if;
  insert into mailbox_suppression (project_id, id, address, reason, created_at, updated_at)
  values (link.project_id, suppression, link.address, 'unsubscribed', moment, moment)
  on conflict (project_id, address) do update set reason = 'unsubscribed', updated_at = moment
  where mailbox_suppression.reason in ('manual', 'bounced');
  return true;
end $$;
revoke all on function unsubscribe_from_mail from public;
grant execute on function unsubscribe_from_mail to earshot_web;

-- A conversation by mail: between a mailbox and an address.
do $$
declare c text;
begin
  for c in
    select conname from pg_constraint where conrelid = 'conversation'::regclass and contype = 'c'
      and (pg_get_constraintdef(oid) like '%''modmail''%')
  loop
    execute format('alter table conversation drop constraint %I', c);
  end loop;
end $$;
-- Until now, conversations by mail had only drafts, and no address.
update conversation set channel = 'reddit' where channel = 'mail';
alter table conversation
  -- Null once the mailbox is deleted.
  add column mailbox_id uuid,
  -- In lower case.
  add column address text,
  add column address_name text,
  add foreign key (project_id, mailbox_id) references mailbox on delete set null (mailbox_id),
  add constraint conversation_kind check (kind in ('message', 'comment', 'mention', 'modmail', 'mail')),
  -- A mail belongs to a person who gave the address in a message.
  add constraint conversation_person check (person_id is not null or kind in ('modmail', 'mail')),
  add constraint conversation_mail check ((kind = 'mail') = (address is not null)),
  add constraint conversation_mailbox check (mailbox_id is null or kind = 'mail');
alter table conversation add constraint conversation_channel_kind check ((channel = 'mail') = (kind = 'mail'));
create index conversation_mailbox on conversation (project_id, mailbox_id) where mailbox_id is not null;
create index conversation_address on conversation (project_id, address) where address is not null;

-- A conversation by mail belongs to the person whose email is its address, and to nobody once the email is forgotten.
create function link_mail_of_person() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  update public.conversation set person_id = null
  where project_id = new.project_id and person_id = new.id and kind = 'mail'
    and address is distinct from lower(new.email);
  update public.conversation set person_id = new.id
  where project_id = new.project_id and address = lower(new.email) and person_id is distinct from new.id;
  return null;
end $$;
create trigger link_mail_of_person after update on person
  for each row when (old.email is distinct from new.email) execute function link_mail_of_person();

alter table message
  add column channel text not null default 'reddit' check (channel in ('reddit', 'mail')),
  add column mailbox_id uuid,
  -- The header Message-ID, with its angle brackets. Of a mail of ours, it is fixed before it is sent.
  add column message_id text,
  add column in_reply_to text,
  add column from_address text,
  -- What isn't fetched, each {name, bytes}.
  add column attachments jsonb not null default '[]' check (jsonb_typeof(attachments) = 'array'),
  -- Whether a machine wrote it, such as a notice of absence.
  add column is_automatic boolean not null default false,
  -- Whether it was the first mail to an address that hadn't written, for the limit of the mailbox.
  add column is_first boolean not null default false,
  add foreign key (project_id, mailbox_id) references mailbox on delete set null (mailbox_id);
create unique index message_message_id on message (project_id, mailbox_id, message_id)
  where message_id is not null and mailbox_id is not null;
create index message_mailbox on message (project_id, mailbox_id, sent_at) where mailbox_id is not null;
-- What is on its way, or isn't known to be in the folder of sent mails.
create index message_mail_pending on message (project_id, mailbox_id, armed_at)
  where channel = 'mail' and state in ('armed', 'sent');

-- Which messages a canned reply is for.
alter table canned_reply add column channel text not null default 'reddit' check (channel in ('reddit', 'mail'));
