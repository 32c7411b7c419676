-- Addresses that somebody left for the guide (docs/decisions/0048-behaviours.md). What is kept of a mailbox for good is a
-- keyed digest, so that no stranger can have a second mail sent to it, also after its owner has unsubscribed; the address
-- itself goes with that, and so do its mails.
create table capture_mailbox (
  digest text primary key,
  -- Of the key in the mail's link for unsubscribing.
  token_digest text not null unique,
  created_at timestamptz not null
);
create table captured_email (
  id uuid primary key,
  mailbox text not null unique references capture_mailbox,
  email text not null,
  source text not null,
  origin text not null,
  created_at timestamptz not null
);
grant select, insert on capture_mailbox to earshot_web;
grant select, insert, delete on captured_email to earshot_web;

alter table mail
  add column captured_email_id uuid references captured_email on delete cascade,
  -- Where one click ends such mails (RFC 8058); a key, and blanked with the text.
  add column unsubscribe_url text;
create index mail_captured_email on mail (captured_email_id) where captured_email_id is not null;
