import { products } from './items.ts'

/** A query that every post of deliveriesOf() matches. */
const everywhere = 'rained OR simple'

/** A user who keeps changing the keywords of their projects over HTTP. */
export interface Person {
  /** Creates projects: one with a query that matches everything, the others with two keywords each. */
  setUp(projects: number): Promise<void>
  /** Adds or removes a keyword of some project. Doesn't retry a failed request. Returns whether it succeeded. */
  edit(random: () => number): Promise<boolean>
}

interface Row {
  id: string
  query: string
}

export function createPerson(addresses: readonly string[], name: string): Person {
  const projects: string[] = []
  let jwt = ''
  let requests = 0
  const request = async <T>(method: string, path: string, body?: object): Promise<T> => {
    // The same project is changed through all web processes.
    const address = addresses[requests++ % addresses.length]!
    const response = await fetch(`${address}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(jwt && { authorization: `Bearer ${jwt}` }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
    return (response.status === 204 ? undefined : await response.json()) as T
  }
  const change = async (random: () => number): Promise<void> => {
    const project = projects[Math.floor(random() * projects.length)]!
    const query = products[Math.floor(random() * products.length)]!
    const path = `keywords?filters[project][id]=${project}&pagination[pageSize]=100`
    const { data } = await request<{ data: Row[] }>('GET', path)
    const existing = data.find((row) => row.query === query)
    if (existing) await request('DELETE', `keywords/${existing.id}`)
    else await request('POST', 'keywords', { data: { project, query } })
  }
  return {
    setUp: async (count) => {
      const account = { email: `${name}@example.com`, password: 'correct horse battery' }
      jwt = (await request<{ jwt: string }>('POST', 'auth/local/register', account)).jwt
      for (let number = 0; number < count; number++) {
        const keywords = number === 0 ? [everywhere] : products.slice(number, number + 2)
        const data = { name: `${name} ${number}`, keywords }
        projects.push((await request<{ data: Row }>('POST', 'projects', { data })).data.id)
      }
    },
    edit: (random) =>
      change(random).then(
        () => true,
        () => false,
      ),
  }
}
