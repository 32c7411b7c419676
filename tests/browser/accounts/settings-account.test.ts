import { readFileSync } from 'node:fs'
import type { BrowserContext } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { faultsAbove, passTimeUntil, retryByHand } from '../in-page.ts'
import { linkTo } from '../mails.ts'
import { isFocused } from '../open-shell.ts'
import { addMember, freeSandboxPeople, password } from '../people.ts'
import { isTooWide, SettingsPage } from '../settings-page.ts'
import { beforeSecondTry } from '../tries.ts'

/** The owner's password after the change. */
const newPassword = 'still compiling'
let ownersPassword: string
/** Two more sessions of the owner, which the page lists from the start. */
let others: BrowserContext[]

const settings = new SettingsPage({ confirmed: false, renewed: true })
async function begin(): Promise<void> {
  ownersPassword = password
  await freeSandboxPeople(settings.server)
  others = [await elsewhere(firefox), await elsewhere(firefox)]
  await settings.open('account/main')
}
beforeAll(begin)
beforeSecondTry(begin)

const region = (name: string, page = settings.page) => page.getByRole('region', { name, exact: true })
const button = (name: string) => settings.page.getByRole('button', { name, exact: true })

/** Signs in in another browser. */
async function elsewhere(userAgent: string): Promise<BrowserContext> {
  const context = await settings.browser.newContext({ userAgent })
  await settings.ask(context, 'POST', 'auth/local', { identifier: settings.owner, password: ownersPassword })
  return context
}
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const isIn = async (context: BrowserContext) => (await settings.request(context, 'GET', 'users/me')).ok()

test('name and time zone are saved, and a name that is too short shows an error', async () => {
  const { page } = settings
  const name = page.getByLabel('Username')
  await name.fill('gh')
  await page.keyboard.press('Enter')
  await page.getByText('At least 3 characters').waitFor()
  await name.fill('grace')
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await page.getByRole('combobox', { name: 'Search options' }).fill('Berlin')
  await page.getByRole('option', { name: 'Europe/Berlin' }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).getByText('Europe/Berlin').waitFor()
  await button('Save profile').click()
  await settings.notice('Profile saved').waitFor()
  expect(await settings.ask(page.context(), 'GET', 'users/me')).toMatchObject({
    username: 'grace',
    timeZone: 'Europe/Berlin',
  })
})

test('a new email address stays pending until it is confirmed, and can be canceled', async () => {
  const { page } = settings
  await region('Email').getByText('Not confirmed').waitFor()
  await button('Change email').click()
  const form = page.getByRole('form', { name: 'Change email' })
  await form.getByLabel('New email').fill(settings.owner)
  await form.getByLabel('Current password', { exact: true }).fill('something else')
  await page.keyboard.press('Enter')
  await form.getByText('This is already your email address').waitFor()
  await form.getByLabel('New email').fill('grace@navy.example')
  await page.keyboard.press('Enter')
  await form.getByText('The provided current password is invalid').waitFor()
  expect(await form.getByLabel('New email').inputValue()).toBe('grace@navy.example')
  await form.getByLabel('Current password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  const waiting = page.getByRole('group', { name: 'New email' })
  await waiting.getByText('grace@navy.example').waitFor()
  await waiting.getByRole('button', { name: 'Cancel change' }).click()
  await waiting.waitFor({ state: 'detached' })
  await region('Email').getByText(settings.owner).waitFor()
  expect(await settings.ask(page.context(), 'GET', 'users/me/email-change')).toMatchObject({ data: null })
})

test('sessions: the current one is marked, and others are ended one by one or all at once', async () => {
  const { page } = settings
  const list = page.getByRole('list', { name: 'Sessions' })
  await list.getByRole('listitem').first().getByText('Current', { exact: true }).waitFor()
  expect(await list.getByText('Current', { exact: true }).count()).toBe(1)
  await page.getByRole('button', { name: 'Sign out Firefox on Linux' }).first().click()
  await settings.notice('Signed out Firefox on Linux').waitFor()
  const signedIn = async () => (await Promise.all(others.map(isIn))).filter(Boolean).length
  await expect.poll(signedIn).toBe(1)
  await button('Sign out everywhere else').click()
  await settings.notice('Signed out everywhere else').waitFor()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  expect(await signedIn()).toBe(0)
  expect(await isIn(page.context())).toBe(true)
  expect(await button('Sign out everywhere else').isDisabled()).toBe(true)
})

test('an API token is shown once, copied, and revoked after confirmation', async () => {
  const { page } = settings
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await region('API tokens').getByText('No API tokens yet.').waitFor()
  await button('New token').click()
  await button('Create token').click()
  await page.getByText('Enter a name of 1 to 100 characters').waitFor()
  await page.getByRole('form', { name: 'New API token' }).getByLabel('Name').fill('Nightly export')
  await page.keyboard.press('Enter')
  const created = page.getByRole('dialog', { name: '“Nightly export” created' })
  const token = await created.getByLabel('API token').inputValue()
  expect(token).toMatch(/^esk_/)
  expect(await faultsAbove(page)).toEqual([])
  await created.getByRole('button', { name: 'Copy' }).click()
  await created.getByText('Copied to your clipboard.').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token)
  await created.getByRole('button', { name: 'Done' }).click()
  await created.waitFor({ state: 'detached' })
  const headers = { authorization: `Bearer ${token}` }
  const read = async () => (await fetch(`${settings.server.address}/api/keywords`, { headers })).status
  expect(await read()).toBe(200)
  // The user comes back to this tab a while later.
  await page.clock.install()
  await page.clock.fastForward(10_000)
  await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
  const row = page.getByRole('list', { name: 'API tokens' }).getByRole('listitem')
  await row.getByText(`…${token.slice(-4)}`).waitFor()
  await row.getByText('used just now').waitFor()
  expect(await page.content()).not.toContain(token)
  await row.getByRole('button', { name: 'Revoke Nightly export' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click()
  await settings.notice('Revoked “Nightly export”').waitFor()
  expect(await read()).toBe(401)
})

test('a list that could not be fetched is retried, and 100 sessions and tokens are paginated and fit', async () => {
  const { page } = settings
  const now = new Date().toISOString()
  const rows = (more: (index: number) => object) =>
    Array.from({ length: 100 }, (_, index) => {
      const id = `0199a7c0-0000-7000-8000-${String(index).padStart(12, '0')}`
      return { id, documentId: id, createdAt: now, updatedAt: now, publishedAt: now, lastUsedAt: now, ...more(index) }
    })
  const answers: [string, object[]][] = [
    ['sessions', rows((index) => ({ device: 'Firefox on Linux', address: '2001:db8:1::/48', current: index === 70 }))],
    ['api-tokens', rows(() => ({ name: 'X'.repeat(100), scope: 'write', ending: 'abcd' }))],
  ]
  for (const [name, data] of answers) {
    const pagination = { page: 1, pageSize: 100, total: 100 }
    await page.route(`**/api/${name}?*`, (route) => route.fulfill({ json: { data, meta: { pagination } } }))
  }
  const sessions = /\/api\/sessions\?/
  await page.route(sessions, (route) => route.abort())
  await page.clock.install()
  await page.reload()
  await passTimeUntil(region('Sessions').getByText("Couldn't load your sessions"))
  await region('API tokens').getByText('1–10 of 100').waitFor()
  await retryByHand(region('Sessions').getByRole('button', { name: 'Try again' }), sessions)
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByText('1–10 of 100').nth(1).waitFor()
    expect(await isTooWide(page)).toBe(false)
  }
  const list = page.getByRole('list', { name: 'Sessions' })
  await list.getByRole('listitem').first().getByText('Current', { exact: true }).waitFor()
  await page.getByRole('navigation', { name: 'Sessions: pages' }).getByRole('button', { name: 'Page 10' }).click()
  await page.getByText('91–100 of 100').waitFor()
  for (const [name] of answers) await page.unroute(`**/api/${name}?*`)
})

test('all account data is exported, downloaded and deleted again', async () => {
  const { page } = settings
  await button('Export my data').click()
  const link = region('Export your data').getByRole('link', { name: /^Download/ })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(readFileSync(await download.path(), 'utf8')).toContain(settings.owner)
  await button('Delete export').click()
  await link.waitFor({ state: 'detached' })
})

test('a new password ends every other session but keeps the current one', async () => {
  const { page } = settings
  const other = await elsewhere(firefox)
  await button('Change password').click()
  const form = page.getByRole('form', { name: 'Change password' })
  const type = async (label: string, text: string) => form.getByLabel(label, { exact: true }).fill(text)
  await type('Current password', 'not this one')
  await type('New password', newPassword)
  await type('Confirm new password', 'still compilin')
  await page.keyboard.press('Enter')
  await form.getByText('Passwords do not match').waitFor()
  await type('Confirm new password', newPassword)
  await page.keyboard.press('Enter')
  await form.getByText('The provided current password is invalid').waitFor()
  await type('Current password', password)
  await page.keyboard.press('Enter')
  await settings.notice('Password changed').waitFor()
  ownersPassword = newPassword
  await form.waitFor({ state: 'detached' })
  expect(await isIn(other)).toBe(false)
  expect(await isIn(page.context())).toBe(true)
})

describe('provider accounts', () => {
  const ways = () => settings.page.getByRole('list', { name: 'Linked accounts' })
  const way = (name: string) => ways().getByRole('listitem').filter({ hasText: name })

  test('are linked only after confirming the address, with the password, and unlinked again', async () => {
    const { page, server, owner } = settings
    await way('Google').getByText('Confirm your email first.').waitFor()
    const link = button('Link Google')
    expect(await link.isDisabled()).toBe(true)
    await settings.ask(page.context(), 'POST', 'auth/send-email-confirmation', { email: owner })
    expect((await fetch(await linkTo(server, owner, /email-confirmation\?confirmation=/, 2))).status).toBe(200)
    // As when the user comes back to this tab.
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
    await link.click()
    const form = page.getByRole('form', { name: 'Link Google' })
    await expect.poll(() => isFocused(form.getByLabel('Current password', { exact: true }))).toBe(true)
    await page.keyboard.press('Enter')
    await form.getByText('Enter your current password').waitFor()
    await form.getByLabel('Current password', { exact: true }).fill('a wrong one')
    await page.keyboard.press('Enter')
    await form.getByText('The provided current password is invalid').waitFor()
    await form.getByLabel('Current password', { exact: true }).fill(ownersPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /Wilma Welder/ }).click()
    await page.waitForURL('**/app/settings/account/main')
    await settings.notice('Account linked. You can now sign in with it.').waitFor()
    await way('Google').getByText('linked').waitFor()
    expect(await isTooWide(page)).toBe(false)
    await page.getByRole('button', { name: 'Unlink Google' }).click()
    await settings.notice('Google unlinked').waitFor()
    await way('Google').getByText('Not linked').waitFor()
  })

  test('without a password: the last sign-in method stays, and with one set by mail, the account is deleted', async () => {
    const { server } = settings
    const wilma = 'wilma@pipewell.example'
    const page = await settings.newPage()
    // The way there from the sign-in page: sign-in.test.ts.
    await page.goto(`${server.address}/connect/github`)
    await page.getByRole('button', { name: /wilma/i }).first().click()
    await page.waitForURL('**/app/setup', { waitUntil: 'commit' })
    await settings.ask(page.context(), 'POST', 'projects', { data: { name: 'Pipewell', summary: 'Welding' } })
    await settings.open('account/main', page)
    const list = page.getByRole('list', { name: 'Linked accounts' })
    await list.getByText('This is your only sign-in method').waitFor()
    expect(await page.getByRole('button', { name: 'Unlink GitHub' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await settings.notice(`We sent a link to ${wilma}`, page).waitFor()
    await page.getByRole('button', { name: 'Change email' }).click()
    await page.getByLabel('New email').waitFor()
    expect(await page.getByLabel('Current password', { exact: true }).count()).toBe(0)
    await page.goto(await linkTo(server, wilma, /reset-password\?code=/))
    const field = page.getByLabel(/password/i).first()
    await field.fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/**')
    await settings.show('account/main', page)
    await page.getByRole('button', { name: 'Change password' }).waitFor()
    await page.getByRole('button', { name: 'Unlink GitHub' }).click()
    await settings.notice('GitHub unlinked', page).waitFor()

    // That asks for the password and for consent to delete the projects of a sole owner, and removes the member.
    await addMember(server, settings.project, wilma, 'member')
    await page.getByRole('button', { name: /^Delete account/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    const confirm = dialog.getByRole('button', { name: 'Delete account' })
    await confirm.click()
    await dialog.getByText('Enter your password').waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill('not this one')
    await page.keyboard.press('Enter')
    await dialog.getByText('The provided password is invalid').waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await confirm.click()
    await dialog.getByText("You're the only owner of Pipewell.").waitFor()
    expect(await faultsAbove(page)).toEqual([])
    await confirm.click()
    await dialog.getByText('Confirm that these projects will be deleted, or transfer them first').waitFor()
    await dialog.getByRole('checkbox', { name: 'Also delete this project' }).click()
    await confirm.click()
    await page.waitForURL((url) => url.pathname === '/')
    await settings.notice('Your account was deleted', page).waitFor()
    expect(await page.evaluate('document.cookie')).not.toContain('signed_in')
    const answer = await settings.request(page.context(), 'POST', 'auth/local', { identifier: wilma, password })
    expect(answer.status()).toBe(400)
    const members = `members?filters[project][id]=${settings.project}`
    const { data } = await settings.ask(settings.page.context(), 'GET', members)
    expect(data.map((each: { email: string }) => each.email)).toEqual([settings.owner])
  })
})
