-- Whoever takes over an account parts from others as before, and each of those projects has it in its history: who was
-- removed, whose invitation was withdrawn, and where the account left.
drop function part_from_others(uuid);
create function part_from_others(whose uuid, at timestamptz) returns void
language sql security definer set search_path = pg_catalog, public as $$
  with removed as (
    delete from public.member m using public.member o
      where o.user_id = whose and o.role = 'owner' and m.project_id = o.project_id and m.user_id is distinct from whose
      returning m.project_id, m.id, m.role, case m.status when 'invited' then 'member.uninvite' else 'member.remove' end as action
  ), gone as (
    delete from public.member m where m.user_id = whose and m.role <> 'owner'
      returning m.project_id, m.id, m.role, 'member.leave' as action
  )
  insert into public.audit_entry (project_id, id, actor, action, subject_id, details, created_at)
    select project_id, gen_random_uuid(), 'user:' || whose, action, id, jsonb_build_object('role', role), at
    from (select * from removed union all select * from gone) parted;
$$;
revoke all on function part_from_others from public;
grant execute on function part_from_others to earshot_web;
