import { products } from '../faults/items.ts'
import { type Person, signUp } from '../people.ts'

/** A user with a project, whose requests go to all web processes in turn. */
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
  join: (project: string, ids: readonly string[]) => Promise<void>,
): Promise<Owner & { jwts: string[] }> {
  const owner = await signUp(addresses, 'owner@example.com')
  const members: Person[] = []
  for (let number = 1; number < people; number++) members.push(await signUp(addresses, `member${number}@example.com`))
  const { id: project } = await owner.call('POST', 'projects', { name: 'Scale', keywords: [products[0]] })
  await join(
    project,
    members.map(({ id }) => id),
  )
  return {
    jwt: owner.jwt(),
    jwts: [owner, ...members].map((person) => person.jwt()),
    project,
    addKeyword: async (query) => void (await owner.call('POST', 'keywords', { project, query })),
    keywords: async () => {
      const all: string[] = []
      for (let page = 1; ; page++) {
        const path = `keywords?filters[project][id]=${project}&pagination[page]=${page}&pagination[pageSize]=100`
        const rows = await owner.call<{ query: string }[]>('GET', path)
        all.push(...rows.map(({ query }) => query))
        if (rows.length < 100) return all
      }
    },
  }
}
