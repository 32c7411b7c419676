import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import pg from 'pg'

interface BareList {
  bare: { table: string; statuses: readonly string[] }
}

/** Starts a server with one route per list, which only runs the two queries of a list and returns their rows. */
export async function startBare(
  databaseUrl: string,
  lists: readonly BareList[],
): Promise<{ port: number; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const app = fastify()
  for (const bare of new Map(lists.map((list) => [list.bare.table, list.bare])).values()) {
    const from = `from ${bare.table} where status = any($1)`
    app.get(`/api/${bare.table}s`, async () => {
      const [page, total] = await Promise.all([
        pool.query(`select * ${from} order by created_at desc limit 25`, [bare.statuses]),
        pool.query(`select count(*)::int as total ${from}`, [bare.statuses]),
      ])
      return { data: page.rows, meta: { pagination: { page: 1, pageSize: 25, total: total.rows[0].total } } }
    })
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    port: (app.server.address() as AddressInfo).port,
    close: async () => {
      await app.close()
      await pool.end()
    },
  }
}
