-- Any OpenID provider as a way to sign in (docs/decisions/0130).
alter table social_identity drop constraint social_identity_provider_check,
  add constraint social_identity_provider_check check (provider in ('google', 'github', 'reddit', 'oidc'));
alter table social_attempt drop constraint social_attempt_provider_check,
  add constraint social_attempt_provider_check check (provider in ('google', 'github', 'reddit', 'oidc'));
alter table social_pending drop constraint social_pending_provider_check,
  add constraint social_pending_provider_check check (provider in ('google', 'github', 'reddit', 'oidc'));
