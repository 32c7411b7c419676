-- Whether an address was confirmed by a link that was opened by nobody who was signed in to the account: by its owner
-- elsewhere, or by a program that looks at mail, for an account that somebody else made with the address.
alter table "user" add column confirmed_unseen boolean not null default false;
