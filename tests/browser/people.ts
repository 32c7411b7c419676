import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { ask } from '../support/databases.ts'
import { patienceMs } from './patience.ts'
import type { TestServer } from './test-server.ts'

/** The password of all users in the browser tests. */
export const password = 'compiling since 1952'

export const studio = {
  name: 'Deskbook',
  website: 'deskbook.example',
  summary:
    'A simple CRM for small businesses and studios: contacts, a sales pipeline and reminders to follow up with leads, without the price of enterprise CRMs.',
  keywords: ['simple crm', 'crm', 'sales pipeline', 'keep track of clients', 'follow up with leads'],
  competitors: ['HubSpot', 'Pipedrive', 'Salesforce'],
}

let file = 0

/** Starts the next test file, whose users get addresses that no other file uses on the shared server. */
export function startFile(): void {
  file += 1
}

/** Returns an email address unique to this test file: `emailOf('grace')` is grace@f7.example. */
export function emailOf(name: string): string {
  return `${name}@f${file}.example`
}

/** Calls the API as the user of this browser context. Expects success. Returns null without content. */
export async function callApi(
  context: BrowserContext,
  { address }: TestServer,
  method: string,
  path: string,
  data?: object,
) {
  const answer = await context.request.fetch(`${address}/api/${path}`, {
    method,
    headers: { origin: address },
    ...(data && { data }),
  })
  expect([method, path, answer.status()]).toEqual([method, path, expect.toSatisfy((status) => status < 300)])
  return answer.status() === 204 ? null : answer.json()
}

/** Registers a user through the API in this browser context, and confirms the email by default. */
export async function register(
  context: BrowserContext,
  server: TestServer,
  email: string,
  options: { confirmed?: boolean } = {},
): Promise<void> {
  await callApi(context, server, 'POST', 'auth/local/register', { email, password })
  if (options.confirmed ?? true)
    await ask(server.databaseUrl, `update "user" set confirmed_at = created_at where email = $1`, [email])
}

/** Adds a registered user to a project, as accepting an invitation does. */
export async function addMember(
  { databaseUrl }: TestServer,
  project: string,
  email: string,
  role: 'admin' | 'member' | 'client',
): Promise<void> {
  await ask(
    databaseUrl,
    `insert into member (project_id, id, user_id, email, role, created_at, updated_at)
     select $1, gen_random_uuid(), id, email, $3, now(), now() from "user" where email = $2`,
    [project, email, role],
  )
}

/** Frees the people that sandbox sign-in providers offer, since an earlier file may have signed them up. */
export async function freeSandboxPeople({ databaseUrl }: TestServer): Promise<void> {
  const theirs = `email in ('wilma@pipewell.example', 'bruno@crumb.example')`
  await ask(databaseUrl, 'delete from social_identity')
  await ask(databaseUrl, `delete from member where status = 'invited' and ${theirs}`)
  await ask(databaseUrl, `update "user" set email = id || '@gone.example', username = id::text where ${theirs}`)
}

/** Creates a project through the API. Returns its ID. */
export async function createProject(
  context: BrowserContext,
  server: TestServer,
  project: object = studio,
): Promise<string> {
  const { data } = await callApi(context, server, 'POST', 'projects', { data: { timeZone: 'UTC', ...project } })
  return data.id
}

/**
 * Selects a project in this browser, as creating it on the page does. The project's change to real posts counts as
 * known: a banner about it appears after the rows and moves them, also in the middle of a click.
 */
export async function selectProject(page: Page, server: TestServer, project: string): Promise<void> {
  const { data } = await callApi(page.context(), server, 'GET', `projects/${project}`)
  await page.goto(`${server.address}/robots.txt`)
  await page.evaluate(
    ([id, realSince]) => {
      localStorage.setItem('selectedProjectId', id)
      localStorage.setItem(`realSince ${id}`, realSince)
    },
    [project, data.realSince ?? ''] as const,
  )
}

/** Connects an account of the sandbox's Reddit (sandbox/sign-in/people.ts), as choosing it on its page does. */
export async function connectReddit(
  context: BrowserContext,
  server: TestServer,
  project: string,
  person: string,
): Promise<void> {
  const { data } = await callApi(context, server, 'POST', 'reddit-accounts', { data: { project } })
  const page = new URL(data.page)
  page.searchParams.set('person', person)
  // Reddit's page leads back, where the account is connected.
  expect((await context.request.get(page.href)).ok()).toBe(true)
  const { data: accounts } = await callApi(context, server, 'GET', `reddit-accounts?filters[project]=${project}`)
  expect(accounts).toHaveLength(1)
}

/** Uploads an archive for one project and waits until all of it is matched. */
export async function importFor(
  context: BrowserContext,
  server: TestServer,
  project: string,
  path: string,
): Promise<void> {
  await uploadFor(context, server, project, path)
  await settle(server)
}

/** Uploads an archive for one project without waiting for its results. */
export async function uploadFor(
  context: BrowserContext,
  server: TestServer,
  project: string,
  path: string,
): Promise<void> {
  const bytes = readFileSync(path)
  const upload = {
    project,
    origin: 'upload',
    name: basename(path),
    bytesTotal: bytes.length,
    fingerprint: `${path} ${bytes.length}`,
  }
  const { data } = await callApi(context, server, 'POST', 'imports', { data: upload })
  const answer = await context.request.put(`${server.address}/api/imports/${data.id}/chunks/0`, {
    headers: { origin: server.address, 'content-type': 'application/octet-stream' },
    data: bytes,
  })
  expect(answer.status()).toBe(200)
}

/** Waits until no due job to import, match or score is left. */
export async function settle(server: TestServer): Promise<void> {
  const busy = `select 1 from pgboss.job where state < 'completed' and start_after <= now() and name in
    ('import', 'candidates', 'overflow', 'backfill', 'answers', 'reorder') limit 1`
  await vi.waitUntil(async () => (await ask(server.databaseUrl, busy)).length === 0, {
    timeout: patienceMs,
    interval: 100,
  })
}

/** Signs a user up on the page. */
export async function signUp(page: Page, address: string, email: string, secret = password): Promise<void> {
  await page.goto(`${address}/auth/signup`)
  await submitSignUp(page, email, secret)
}

/** Signs a user up on the open page. */
export async function submitSignUp(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/app/setup')
  // The address changes before the screen does.
  await page.getByText('Step 1 of 5').waitFor()
}

/** Sets a project up by hand, without choosing communities. */
export async function setUp(page: Page, product = studio): Promise<void> {
  await page.getByLabel('Product name').fill(product.name)
  await page.getByLabel('Website').fill(product.website)
  await page.getByLabel('Product description').fill(product.summary)
  await page.getByRole('button', { name: 'Continue' }).click()
  for (const keyword of product.keywords) await addTag(page, 'Keywords', keyword)
  for (const competitor of product.competitors) await addTag(page, 'Competitors', competitor)
  await page.getByRole('button', { name: 'Skip the rest' }).click()
  await page.waitForURL('**/app/opportunities')
  // The address changes before the screen does, which closes what was opened in between.
  await page.getByRole('tab', { name: 'New' }).waitFor()
}

async function addTag(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.fill(text)
  await field.press('Enter')
}
