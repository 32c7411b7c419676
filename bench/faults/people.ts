import { wanted } from './items.ts'

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

export function personAt(addresses: readonly string[], name: string): Person {
  const projects: string[] = []
  let jwt = ''
  let turn = 0
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    // The same project is changed through all web processes.
    const address = addresses[turn++ % addresses.length]!
    const answer = await fetch(`${address}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(jwt && { authorization: `Bearer ${jwt}` }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
    return (answer.status === 204 ? undefined : await answer.json()) as T
  }
  const change = async (random: () => number): Promise<void> => {
    const project = projects[Math.floor(random() * projects.length)]!
    const query = wanted[Math.floor(random() * wanted.length)]!
    const path = `keywords?filters[project][id]=${project}&pagination[pageSize]=100`
    const { data } = await ask<{ data: Row[] }>('GET', path)
    const known = data.find((row) => row.query === query)
    if (known) await ask('DELETE', `keywords/${known.id}`)
    else await ask('POST', 'keywords', { data: { project, query } })
  }
  return {
    setUp: async (count) => {
      const account = { email: `${name}@example.com`, password: 'correct horse battery' }
      jwt = (await ask<{ jwt: string }>('POST', 'auth/local/register', account)).jwt
      for (let number = 0; number < count; number++) {
        const keywords = number === 0 ? [everywhere] : wanted.slice(number, number + 2)
        const data = { name: `${name} ${number}`, keywords }
        projects.push((await ask<{ data: Row }>('POST', 'projects', { data })).data.id)
      }
    },
    edit: (random) =>
      change(random).then(
        () => true,
        () => false,
      ),
  }
}
