import { beforeAll, expect, test } from 'vitest'
import { AuthPage } from '../auth-page.ts'
import { faultsOf } from '../in-page.ts'
import { confirmAddress, linkTo } from '../mails.ts'
import { freeSandboxPeople, register, studio } from '../people.ts'

const visit = new AuthPage()
const words = 'analytical engine'
const invitation = /signup\?invitation=/
const confirmation = /email-confirmation\?confirmation=/

let owner: Record<string, string>
let project: string
beforeAll(async () => {
  owner = (await visit.account('olga@deskbook.example', words)).headers
  await confirmAddress(visit.server, 'olga@deskbook.example', owner)
  const { name, summary } = studio
  const data = { name, summary, timeZone: 'Europe/Berlin', keywords: ['simple crm'] }
  const created = await visit.post('/api/projects', { data }, owner)
  project = ((await created.json()) as { data: { id: string } }).data.id
})

let people = 0
/** Returns a unique address, also when a test is retried. */
const someone = (name: string) => `${name}.${++people}@deskbook.example`

/** Invites an address and returns the mailed link. */
async function invite(email: string): Promise<string> {
  const answer = await visit.post('/api/members', { data: { project, email, role: 'member' } }, owner)
  expect(answer.status).toBe(201)
  return linkTo(visit.server, email, invitation)
}

/** Cancels the invitation behind a link. */
async function cancelInvitation(link: string): Promise<void> {
  const id = new URL(link).searchParams.get('invitation')?.split('.')[0]
  const answer = await fetch(`${visit.server.address}/api/members/${id}`, { method: 'DELETE', headers: owner })
  expect(answer.status).toBe(204)
}

test('a new user signs up with an invitation and joins the project once the address is confirmed', async () => {
  const { page, server } = visit
  const email = someone('nina')
  await page.goto(await invite(email))
  await visit.heading('Join Deskbook').waitFor()
  await page.getByText(`olga@deskbook.example invited ${email} to Deskbook as a member`).waitFor()
  await page.getByText('The invitation expires on').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByText('Sign in with that email to join').waitFor()
  await page.getByRole('link', { name: 'Create an account' }).click()
  // The previous page has the same heading and field names.
  await visit.button('Create account').waitFor()
  await visit.heading('Join Deskbook').waitFor()
  await expect.poll(() => visit.email().inputValue()).toBe(email)
  await visit.password().fill(words)
  await visit.button('Create account').click()
  await page.waitForURL('**/app/setup')
  await page.getByText('Confirm your email to join the project.').waitFor()
  const link = await linkTo(server, email, confirmation)
  await page.goto(link)
  await page.waitForURL('**/app/opportunities')
  // One notice says both, since only one shows at a time.
  const joined = page.getByRole('dialog', { name: 'You joined Deskbook' })
  await joined.getByText('Your email address is confirmed.').waitFor()
  expect(await page.getByRole('region', { name: 'Confirm your email' }).count()).toBe(0)
})

test('signing in with a provider that verified the address accepts an invitation at once', async () => {
  const { page, server } = visit
  await freeSandboxPeople(server)
  await page.goto(await invite('wilma@pipewell.example'))
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: /Wilma Welder/ }).click()
  await page.waitForURL('**/app/opportunities')
  await page.getByText('You joined Deskbook').waitFor()
})

test('a signed-in user sees the invitation and confirms before joining', async () => {
  const { page, server } = visit
  const email = someone('quinn')
  await register(page.context(), server, email)
  const link = await invite(email)
  await page.goto(link)
  const banner = page.getByRole('region', { name: 'Invitation' })
  await banner.getByText(`olga@deskbook.example invited ${email} to Deskbook as a member`).waitFor()
  await visit.button('Not now').click()
  await banner.waitFor({ state: 'hidden' })
  await page.goto(link)
  await visit.button('Join project').click()
  await page.waitForURL('**/app/opportunities')
  await page.getByText('You joined Deskbook').waitFor()
  await banner.waitFor({ state: 'hidden' })
})

test("an invitation for another address can't be accepted, but the user can switch accounts", async () => {
  const { page, server } = visit
  const email = someone('paul')
  const link = await invite(email)
  await register(page.context(), server, someone('rita'))
  await page.goto(link)
  const banner = page.getByRole('region', { name: 'Invitation' })
  await banner.getByText(/You're signed in as rita/).waitFor()
  expect(await visit.button('Join project').count()).toBe(0)
  await visit.button('Sign out and switch accounts').click()
  await visit.heading('Join Deskbook').waitFor()
  await expect.poll(() => visit.email().inputValue()).toBe(email)
})

test('a canceled invitation shows an error, signed in or not, and blocks nothing', async () => {
  const { page } = visit
  const email = someone('tess')
  const link = await invite(email)
  await cancelInvitation(link)
  const requested: string[] = []
  page.on('request', (request) => request.url().includes('/api/invitations/') && requested.push(request.url()))
  await page.goto(link)
  await visit.heading('Invitation unavailable').waitFor()
  await page.getByText('It may have expired').waitFor()
  await visit.email().fill(email)
  await visit.password().fill(words)
  await visit.button('Create account').click()
  await page.waitForURL('**/app/setup')
  expect(requested).toHaveLength(1)
  await expect.poll(() => page.evaluate('localStorage.invitation')).toBeUndefined()
  await page.goto(link)
  const banner = page.getByRole('region', { name: 'Invitation' })
  await banner.getByText('It may have expired').waitFor()
  await visit.button('Close').click()
  await banner.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).search).toBe('')
})

test('an invitation that could not be loaded still allows signing up', async () => {
  const { page } = visit
  const link = await invite(someone('uwe'))
  const failing = { data: null, error: { status: 500, name: 'InternalServerError', message: 'Broken', details: {} } }
  await page.route('**/api/invitations/**', (route) => route.fulfill({ status: 500, json: failing }))
  await page.goto(link)
  await visit.heading("You've been invited to a project").waitFor()
  await page.getByText("couldn't load the invitation: Broken").waitFor()
  await visit.button('Create account').waitFor()
})
