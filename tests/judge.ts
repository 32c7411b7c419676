import { ask } from './support/databases.ts'

/** Keeps the shipped judge from running: which leads it lifts depends on when it runs. */
export async function restJudge(databaseUrl: string): Promise<void> {
  await ask(
    databaseUrl,
    `insert into source_health (source, next_try_at, updated_at) values ('need', now() + interval '10 years', now())
    on conflict (source) do update set next_try_at = excluded.next_try_at`,
  )
}
