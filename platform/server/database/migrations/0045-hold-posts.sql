-- Keeps the posts of a lead and its copies from being forgotten until the transaction ends, for whoever is about to change
-- the leads: the policies let nobody hold a shared post, though the database does so itself where a lead is changed twice.
create function hold_posts_of(project uuid, root uuid) returns void language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  perform from post p
  where project = any (current_projects()) and p.id in (
    select post_id from opportunity where project_id = project and id = root
    union select post_id from opportunity where project_id = project and sibling_of = root)
  order by p.project_id nulls first, p.id for key share;
end $$;
revoke all on function hold_posts_of from public;
grant execute on function hold_posts_of to earshot_web;
