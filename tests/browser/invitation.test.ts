import { beforeAll, expect, test } from 'vitest'
import { AuthPage } from './auth-page.ts'
import { signUp, studio } from './house.ts'
import { faultsOf } from './in-page.ts'
import { linkTo } from './mails.ts'

const visit = new AuthPage()
const words = 'analytical engine'
const invitation = /signup\?invitation=/
const confirmation = /email-confirmation\?confirmation=/

let owner: Record<string, string>
let project: string
beforeAll(async () => {
  owner = (await visit.account('olga@deskbook.example', words)).headers
  const { name, summary } = studio
  const data = { name, summary, timeZone: 'Europe/Berlin', keywords: ['simple crm'] }
  const made = await visit.post('/api/projects', { data }, owner)
  project = ((await made.json()) as { data: { id: string } }).data.id
})

let people = 0
/** An address that no test has used before, nor the same test at its first try. */
const someone = (name: string) => `${name}.${++people}@deskbook.example`

/** Invites an address, and returns the link that was mailed. */
async function invite(email: string): Promise<string> {
  const answer = await visit.post('/api/members', { data: { project, email, role: 'member' } }, owner)
  expect(answer.status).toBe(201)
  return linkTo(visit.house, email, invitation)
}

test('somebody new signs up by it, and joins the project once the address is confirmed', async () => {
  const { page, house } = visit
  const email = someone('nina')
  await page.goto(await invite(email))
  await visit.heading('You are invited to a project').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByText('Log in with the address you were invited at').waitFor()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await visit.heading('You are invited to a project').waitFor()
  await visit.email().fill(email)
  await visit.password().fill(words)
  await visit.button('Create account').click()
  await page.waitForURL('**/app/setup')
  await page.getByText('Confirm your address to join the project').waitFor()
  const link = await linkTo(house, email, confirmation)
  await page.goto(link)
  await page.waitForURL('**/app/opportunities')
  await page.getByText('You have joined Deskbook').waitFor()
  await page.getByText('Your e-mail address is confirmed.').waitFor()
  expect(await page.getByRole('region', { name: 'Confirm your address' }).count()).toBe(0)
})

test('by way of a provider that vouches for the address, it is taken up at once', async () => {
  const { page } = visit
  await page.goto(await invite('wilma@pipewell.example'))
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: /Wilma Welder/ }).click()
  await page.waitForURL('**/app/opportunities')
  await page.getByText('You have joined Deskbook').waitFor()
})

test('who is signed in is asked first, and one for somebody else is refused in words', async () => {
  const { page, house } = visit
  const link = await invite(someone('paul'))
  const email = someone('quinn')
  await signUp(page, house.address, email, words)
  await page.goto(link)
  const asked = page.getByRole('region', { name: 'Invitation' })
  await asked.waitFor()
  expect(await faultsOf(page)).toEqual([])
  await visit.button('Not now').click()
  await asked.waitFor({ state: 'hidden' })
  await page.goto(await linkTo(house, email, confirmation))
  await page.getByText('Your e-mail address is confirmed.').waitFor()
  await page.goto(link)
  await visit.button('Join the project').click()
  await page.getByText('This invitation is for another address').first().waitFor()
  await page.goto(await invite(email))
  await visit.button('Join the project').click()
  await page.waitForURL('**/app/opportunities')
  await page.getByText('You have joined Deskbook').waitFor()
  expect(await asked.count()).toBe(0)
})
