import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openChromium } from '../chromium.ts'
import { faultsOf } from '../in-page.ts'
import { mailsTo } from '../mails.ts'
import { freeSandboxPeople } from '../people.ts'
import { sharedServer, type TestServer } from '../test-server.ts'
import { beforeSecondTry } from '../tries.ts'

let server: TestServer
let browser: Browser
let page: Page
beforeAll(async () => {
  server = await sharedServer()
  await freeSandboxPeople(server)
  browser = await openChromium()
})
beforeSecondTry(() => freeSandboxPeople(server))
beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  page = await context.newPage()
})
afterEach(() => page.context().close())
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** Opens a provider's page from the sign-in page and picks an account there. */
async function choose(provider: string, person: string | RegExp): Promise<void> {
  if (!page.url().endsWith('/auth/login')) await page.goto(`${server.address}/auth/login`)
  await page.getByRole('link', { name: `Continue with ${provider}` }).click()
  await page.getByRole('heading', { name: `Sign in with ${provider}` }).waitFor()
  await page.getByRole('button', { name: person }).click()
}

/** Returns the codes in the mails to an address, oldest first. */
function codesFor(address: string): string[] {
  return mailsTo(server, address).flatMap((mail) => /code is (\d{4} \d{4})/.exec(mail)?.[1] ?? [])
}

test("Google leads to the requested page, with a cookie that scripts can't read", async () => {
  await page.goto(`${server.address}/app/settings/account/main`)
  await page.waitForURL('**/auth/login')
  await choose('Google', /Wilma Welder/)
  await page.waitForURL('**/app/setup')
  expect(await page.evaluate('document.cookie')).toBe('signed_in=1')
  expect(await page.evaluate(`fetch('/api/users/me').then((answer) => answer.json()).then(({ email }) => email)`)).toBe(
    'wilma@pipewell.example',
  )
})

test('Reddit gives no address, so a mailed code confirms one', async () => {
  await choose('Reddit', /u\/brunobakes/)
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText('Email is required').waitFor()
  const address = 'bruno@crumb.example'
  // Earlier files and tries may have sent some.
  const before = codesFor(address).length
  await page.getByLabel('Email').fill(address)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await expect.poll(() => codesFor(address).length).toBe(before + 1)
  await page.getByLabel('Code').fill(codesFor(address).at(-1)!.startsWith('1') ? '2222 2222' : '1111 1111')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Incorrect code. 4 attempts left.').waitFor()
  await page.getByRole('button', { name: 'Send new code' }).click()
  await page.getByText('We sent a new code').waitFor()
  await expect.poll(() => codesFor(address).length).toBe(before + 2)
  await page.getByLabel('Code').fill(codesFor(address).at(-1)!)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/app/setup')
})

test("a company's own sign-in has the name that the operator chose, and asks for an address it has not verified", async () => {
  const sso = async (person: RegExp) => {
    await page.goto(`${server.address}/auth/login`)
    await page.getByRole('link', { name: 'Continue with Acme' }).click()
    await page.getByRole('button', { name: person }).click()
  }
  await sso(/Uma Unsure/)
  await page.getByText('You signed in to Acme as Uma Unsure').waitFor()
  await sso(/Bruno Baker/)
  await page.waitForURL('**/app/setup')
  expect(await page.evaluate(`fetch('/api/users/me').then((answer) => answer.json()).then(({ email }) => email)`)).toBe(
    'bruno@crumb.example',
  )
})

test('canceling leads back to the sign-in page with a message', async () => {
  await choose('GitHub', 'Cancel')
  await page.waitForURL('**/auth/login?notice=sign-in-cancelled')
  await page.getByRole('alert').filter({ hasText: 'You canceled the sign-in.' }).waitFor()
  await page.goto(`${server.address}/auth/login?notice=email-needed`)
  await page.getByRole('heading', { name: 'Sign-in expired' }).waitFor()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
})
