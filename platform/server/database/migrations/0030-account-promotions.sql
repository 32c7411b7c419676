-- What the last posts and comments of a connected account promote. Their texts are not stored.
alter table reddit_account
  -- Newest first: whether each promotes the project's product; null while unknown.
  add column promotions boolean[],
  -- When they were read.
  add column promotions_at timestamptz,
  -- Why they are unknown, if Reddit was asked: it lists none, or they couldn't be read.
  add column promotions_trouble text check (promotions_trouble in ('hidden', 'failed')),
  add check ((promotions is null) = (promotions_at is null)),
  add check (promotions is null or promotions_trouble is null);
