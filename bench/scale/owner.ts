import { products } from '../faults/items.ts'

/** A user with a project, who sends each request to another web process. */
export interface Owner {
  jwt: string
  project: string
  addKeyword(query: string): Promise<void>
  /** Returns all keywords of the project. */
  keywords(): Promise<string[]>
}

/** Signs users up. The first creates a project, and the others are its members by `join`. */
export async function signUpTeam(
  addresses: readonly string[],
  people: number,
  join: (project: string, emails: readonly string[]) => Promise<void>,
): Promise<Owner & { jwts: string[] }> {
  const owner = await signUp(addresses)
  const emails = Array.from({ length: people - 1 }, (_, index) => `member${index}@example.com`)
  const jwts = [owner.jwt]
  for (const email of emails) jwts.push(await register(addresses[0]!, email))
  await join(owner.project, emails)
  return { ...owner, jwts }
}

async function register(address: string, email: string): Promise<string> {
  const response = await fetch(`${address}/api/auth/local/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse battery' }),
  })
  if (!response.ok) throw new Error(`registration: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { jwt: string }).jwt
}

async function signUp(addresses: readonly string[]): Promise<Owner> {
  const jwt = await register(addresses[0]!, 'owner@example.com')
  let requests = 0
  const request = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const address = addresses[requests++ % addresses.length]!
    const response = await fetch(`${address}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${jwt}` },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const data = { name: 'Scale', keywords: [products[0]] }
  const { id: project } = (await request<{ data: { id: string } }>('POST', 'projects', { data })).data
  return {
    jwt,
    project,
    addKeyword: async (query) => void (await request('POST', 'keywords', { data: { project, query } })),
    keywords: async () => {
      const all: string[] = []
      for (let page = 1; ; page++) {
        const path = `keywords?filters[project][id]=${project}&pagination[page]=${page}&pagination[pageSize]=100`
        const { data: rows } = await request<{ data: { query: string }[] }>('GET', path)
        all.push(...rows.map(({ query }) => query))
        if (rows.length < 100) return all
      }
    },
  }
}
