import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import pg from 'pg'

/** A server with one route that asks the database the two questions of a list and sends what it says. */
export async function startBare(databaseUrl: string): Promise<{ port: number; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const app = fastify()
  app.get('/api/projects', async () => {
    const statuses = ['done', 'paid']
    const [page, total] = await Promise.all([
      pool.query('select * from project where status = any($1) order by created_at desc limit 25', [statuses]),
      pool.query('select count(*)::int as total from project where status = any($1)', [statuses]),
    ])
    return { data: page.rows, meta: { pagination: { page: 1, pageSize: 25, total: total.rows[0].total } } }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    port: (app.server.address() as AddressInfo).port,
    close: async () => {
      await app.close()
      await pool.end()
    },
  }
}
