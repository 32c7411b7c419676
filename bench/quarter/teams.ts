import type { Outside } from '#tests/quarter/outside.ts'
import { type Person, signUp } from '../people.ts'
import type { Machine } from './machine.ts'

/** A project, and what it promises to its team. */
export interface Project {
  id: string
  name: string
  owner: Person
  /** What its keywords match. */
  product: Product
  /** The plan's most keywords. */
  keywordsMost: number
  /** Who is alerted to which leads, when: each rule has its own recipient, so that emails tell the rules apart. */
  rules: { id: string; recipient: Person }[]
  /** The account that sends its campaign's messages; null for a project without a campaign. */
  sender: { person: string; name: string } | null
}

/** What askers look for. */
export const products = ['crm', 'billing tool'] as const
export type Product = (typeof products)[number]

export interface Teams {
  people: Person[]
  projects: Project[]
}

/** How many new people a campaign writes to in a day, and how many messages an account sends in an hour. */
export const caps = { perDay: 2, hourlyMost: 3, dailyMost: 20 }

const plans = {
  startup: { keywordsMost: 20 },
  growth: { keywordsMost: 40 },
} as const

/** Sets up two teams with three projects, through the API: plans, alert rules, Reddit accounts, and campaigns. */
export async function setUpTeams(machine: Machine, outside: Outside, settle: () => Promise<void>): Promise<Teams> {
  const [ann, cleo, bob] = await Promise.all(
    ['ann', 'cleo', 'bob'].map((name) => signUp([machine.address], `${name}@example.com`)),
  )
  if (!ann || !cleo || !bob) throw new Error('nobody signed up')
  await machine.ask('update "user" set confirmed_at = created_at')
  const wilma = { person: 'wilma', name: 'wilma-welds' }
  const bruno = { person: 'bruno', name: 'brunobakes' }
  const wishes = [
    { owner: ann, name: 'Ledgerly', product: 'crm', plan: 'growth', sender: wilma },
    { owner: ann, name: 'Billwell', product: 'billing tool', plan: 'startup', sender: null },
    { owner: bob, name: 'Clientside', product: 'crm', plan: 'growth', sender: bruno },
  ] as const
  const projects: Project[] = []
  for (const { plan, ...wish } of wishes) {
    const { owner, name, product, sender } = wish
    const { id } = await owner.call('POST', 'projects', {
      ...{
        name,
        summary: `A simple ${product} for small firms, with everything in one place.`,
        keywords: [product],
        communities: ['smallfirms'],
      },
    })
    await settle()
    await pay(outside, owner, { project: id, plan })
    // Without facts, nothing is suggested, and no credits are used.
    const facts = `${name} is a simple ${product} for small firms.\nThe ${product} costs $12 a month.`
    await owner.call('POST', 'prompts', { project: id, kind: 'facts', text: facts })
    const helper = owner === ann ? [cleo] : []
    for (const person of helper) await join(machine, id, person)
    const rules = await addRules(owner, id, helper)
    if (sender) await startCampaign(owner, id, sender)
    projects.push({ id, name, owner, product, keywordsMost: plans[plan].keywordsMost, rules, sender })
  }
  return { people: [ann, cleo, bob], projects }
}

async function pay(outside: Outside, owner: Person, wish: { project: string; plan: string }): Promise<void> {
  const { project, plan } = wish
  const { transactionId } = await owner.call<{ transactionId: string }>('POST', `projects/${project}/checkouts`, {
    ...{ plan, billingCycle: 'monthly' },
  })
  const token = outside.sandbox.paddle.clientToken
  const choice = { card: 'good', email: owner.email, isConfirmed: null }
  await outside.paddle('pay', { transaction: transactionId, token, ...choice })
  await outside.paddle('retry', {})
}

/** Adds a member, as an accepted invitation would. */
async function join(machine: Machine, project: string, { id }: Person): Promise<void> {
  await machine.ask(
    `insert into member (project_id, id, user_id, role, created_at, updated_at)
     select $1, gen_random_uuid(), $2, 'member', created_at, created_at from project where id = $1`,
    [project, id],
  )
}

/** Replaces the default rules: the owner is told at once, and the others every morning. */
async function addRules(owner: Person, project: string, others: Person[]): Promise<Project['rules']> {
  const defaults = await owner.call<{ id: string }[]>('GET', `alert-rules?filters[project]=${project}`)
  for (const { id } of defaults) await owner.call('DELETE', `alert-rules/${id}`)
  const add = async (recipient: Person, rhythm: string) => {
    const rule = { project, name: rhythm, rhythm, kind: 'lead', label: 2, recipients: [recipient.id] }
    return { id: (await owner.call('POST', 'alert-rules', rule)).id, recipient }
  }
  const rules = [await add(owner, 'immediately')]
  for (const other of others) rules.push(await add(other, 'daily'))
  return rules
}

async function startCampaign(owner: Person, project: string, { person }: { person: string }): Promise<void> {
  const { page } = await owner.call<{ page: string }>('POST', 'reddit-accounts', { project })
  const consent = new URL(page)
  consent.searchParams.set('person', person)
  const back = (await fetch(consent, { redirect: 'manual' })).headers.get('location')
  if (back === null) throw new Error('Reddit asked for no consent')
  await owner.visit(back)
  const { hourlyMost, dailyMost, perDay } = caps
  const settings = { mode: 'automatic', agrees: true, quietFrom: 22, quietTo: 6, hourlyMost, dailyMost }
  await owner.call('PUT', `projects/${project}/message-settings`, settings)
  const steps = [
    { text: 'Hi {author}, you asked for something simple. Shall I show you ours?' },
    { text: 'Hi {author}, have you found one?', waitDays: 3 },
  ]
  const { id } = await owner.call('POST', 'campaigns', { project, name: 'Askers', steps, perDay })
  await owner.call('PUT', `campaigns/${id}`, { state: 'active' })
}
