import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { announceTo } from '../announcements.ts'
import { faultsAbove, faultsOf, goWithinApp, passTimeUntil } from '../in-page.ts'
import { confirmAddress } from '../mails.ts'
import { emailOf, password } from '../people.ts'
import { isTooWide, SettingsPage } from '../settings-page.ts'

const settings = new SettingsPage({ renewed: true })

const row = (email: string, page = settings.page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('paragraph').filter({ hasText: email }) })
const members = (page = settings.page) => page.getByRole('list', { name: 'Members' })
const log = (page = settings.page) => page.getByRole('region', { name: 'Events' })

let joined: { email: string; page: Page } | undefined
/** Adds a member for several tests. */
async function joinAda(): Promise<{ email: string; page: Page }> {
  if (!joined || joined.page.isClosed()) {
    const email = emailOf('ada')
    joined = { email, page: await settings.join(email, 'member') }
  }
  return joined
}

let eve: string | undefined
/** Adds the member who is removed. */
async function joinEve(): Promise<string> {
  if (eve !== emailOf('eve')) await settings.join(emailOf('eve'), 'member')
  eve = emailOf('eve')
  return eve
}

const pages = [
  'opportunities',
  'settings/project/main',
  'settings/project/keywords',
  'settings/project/competitors',
  'settings/project/prompts',
  'settings/project/imports',
  'settings/project/sources',
  'settings/project/members',
  'pay',
  'settings/project/integrations',
  'settings/project/billing',
  'settings/account/main',
  'settings/account/members',
]

/** Visits every page of the app, loading only the first. Returns the refused requests. */
async function refusedOf(page: Page): Promise<string[]> {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  await page.goto(`${settings.server.address}/app/${pages[0]}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
  for (const path of pages.slice(1)) {
    await goWithinApp(page, `/app/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0)
  }
  return refused
}

async function choose(box: Locator, option: string): Promise<void> {
  await box.click()
  await box.page().getByRole('option', { name: option }).click()
}

test('a sole owner can neither leave nor transfer the project, and sees why', async () => {
  await settings.open('project/members')
  await members().getByText('You', { exact: true }).waitFor()
  await settings.page.getByText('There are no other members yet').waitFor()
  await settings.page.getByText("You're the only owner. Transfer ownership before you leave").waitFor()
  expect(await settings.page.getByRole('button', { name: /^Leave project/ }).isDisabled()).toBe(true)
})

describe('an invitation', () => {
  test('shows an error for an invalid address, is then listed and resent, all by keyboard', async () => {
    const { page } = settings
    await settings.show('project/members')
    await page.getByLabel('Invite by email').focus()
    await page.keyboard.type('ada')
    await page.keyboard.press('Enter')
    await page.getByText('Please enter a valid email address').waitFor()
    await page.keyboard.type('@engines.example')
    await page.keyboard.press('Enter')
    await settings.notice('Invited ada@engines.example').waitFor()
    await row('ada@engines.example').getByText('Expires in 7 days').waitFor()
    await page.getByLabel('Invite by email').fill('ADA@engines.example')
    await page.keyboard.press('Enter')
    await page.getByText('This email already has an invitation. Resend it instead.').waitFor()
    expect(await page.getByLabel('Invite by email').inputValue()).toBe('ADA@engines.example')
    await page.getByRole('button', { name: 'Resend invitation to ada@engines.example' }).click()
    await settings.notice('Resent the invitation to ada@engines.example').waitFor()
    expect(await faultsOf(page)).toEqual([])
  })

  test('gets another role, and is canceled once undo expires', async () => {
    const { page, project } = settings
    const email = 'lin@engines.example'
    await settings.ask(page.context(), 'POST', 'members', { data: { project, email, role: 'member' } })
    await settings.show('project/members')
    const withdraw = page.getByRole('button', { name: `Cancel invitation for ${email}` })
    await choose(page.getByRole('combobox', { name: `Role of ${email}` }), 'Client')
    await settings.notice(`${email} is now a client`).waitFor()
    await withdraw.click()
    await withdraw.waitFor({ state: 'detached' })
    await page
      .getByRole('dialog', { name: /^Canceled/ })
      .getByRole('button', { name: 'Undo' })
      .click()
    await withdraw.waitFor()
    await withdraw.click()
    await withdraw.waitFor({ state: 'detached' })
    // The tests below find both in the list without another load.
    await joinAda()
    await joinEve()
    // Leaving the page commits a pending cancellation.
    await settings.open('project/members')
    await expect.poll(() => withdraw.count()).toBe(0)
    await log().getByText('Canceled an invitation').waitFor()
    await log().getByText('Member to Client').waitFor()
  })
})

test("an unconfirmed user can't invite and sees how to confirm", async () => {
  const page = await settings.newPage()
  const [email, sender] = [emailOf('uma'), page.context()]
  const moondial = { name: 'Moondial', summary: 'Moondials for the northern garden', keywords: ['moondial'] }
  await settings.ask(sender, 'POST', 'auth/local/register', { email, password })
  await settings.ask(sender, 'POST', 'projects', { data: { ...moondial, timeZone: 'UTC' } })
  await settings.open('project/members', page)
  await page.getByText(`Confirm your email to invite members. Open the link we sent to ${email}.`).waitFor()
  expect(await page.getByLabel('Invite by email').isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Invite', exact: true }).isDisabled()).toBe(true)
  await confirmAddress(settings.server, email)
  // As when the user comes back to this tab.
  await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
  await page.getByLabel('Invite by email').fill('vic@studio.example')
  await page.keyboard.press('Enter')
  await settings.notice('Invited vic@studio.example', page).waitFor()
})

describe('a member', () => {
  test('gets another role, which can be undone', async () => {
    const { email: ada, page: adas } = await joinAda()
    await settings.show('project/members')
    const role = settings.page.getByRole('combobox', { name: `Role of ${ada}` })
    await choose(role, 'Admin')
    await settings.notice(`${ada} is now an admin`).waitFor()
    await settings.page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => role.textContent()).toBe('Member')
    await expect
      .poll(
        async () => (await settings.ask(adas.context(), 'GET', 'users/me?populate[0]=memberships')).memberships[0].role,
      )
      .toBe('member')
  })

  // Owners do the same in robustness/screens.test.ts, and admins may read all that they may.
  test('opens every page without a request that is forbidden to members', async () => {
    expect(await refusedOf((await joinAda()).page)).toEqual([])
  })

  test('sees the other members, and why the rest is disabled', async () => {
    const { page: adas } = await joinAda()
    await settings.show('project/members', adas)
    await adas.getByText('Only project owners and admins can do this. Your role: member.').first().waitFor()
    expect(await adas.getByRole('button', { name: 'Invite' }).isDisabled()).toBe(true)
    expect(await adas.getByRole('combobox', { name: /^Role of/ }).count()).toBe(0)
    expect(await adas.getByRole('button', { name: `Remove ${settings.owner}` }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    expect(await log(adas).count()).toBe(0)
  })

  test("sees the server's table of permissions with their own role marked", async () => {
    const { page: adas } = await joinAda()
    await settings.show('project/members', adas)
    const table = adas.getByRole('table', { name: 'Role permissions' })
    await table.getByRole('columnheader', { name: 'Member (you)' }).waitFor()
    const cells = (name: string) => table.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell')
    expect(await cells('Send messages and mail').allTextContents()).toEqual(['Yes', 'Yes', 'Yes', 'No'])
    expect(await cells('Reply to, reject, save, and restore leads').allTextContents()).toEqual([
      'Yes',
      'Yes',
      'Yes',
      'No',
    ])
    expect(await cells('Archive and delete the project').allTextContents()).toEqual(['Yes', 'No', 'No', 'No'])
  })

  test('with the client role gets no forbidden request, sees why pages are closed, and can leave', async () => {
    const email = emailOf('cleo')
    const cleo = await settings.join(email, 'client')
    expect(await refusedOf(cleo)).toEqual([])
    await settings.show('project/keywords', cleo)
    await cleo.getByText('Your role: client.').waitFor()
    const areas = cleo.getByRole('navigation', { name: 'Main' })
    await expect.poll(() => areas.getByRole('link').count()).toBe(9)
    expect(await cleo.getByText('System status').count()).toBe(0)
    await settings.show('project/members', cleo)
    await cleo.getByText('Only team members can see').waitFor()
    expect(await cleo.getByText(settings.owner).count()).toBe(0)
    await cleo.getByRole('button', { name: /^Leave project/ }).click()
    await cleo.getByRole('dialog').getByRole('button', { name: 'Leave project' }).click()
    await cleo.waitForURL('**/app/setup')
    const list = `members?filters[project][id]=${settings.project}`
    const { data } = await settings.ask(settings.page.context(), 'GET', list)
    expect(data.map((each: { email: string }) => each.email)).not.toContain(email)
  })

  test('is removed for good once undo expires', async () => {
    const { page } = settings
    const email = await joinEve()
    await settings.show('project/members')
    await page.clock.install()
    const remove = page.getByRole('button', { name: `Remove ${email}` })
    await remove.click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await remove.waitFor()
    await remove.click()
    await remove.waitFor({ state: 'detached' })
    await passTimeUntil(settings.notice(`Removed ${email}`), 0)
    await log().getByText('Removed a member').waitFor()
  })

  test("becomes the owner once the project's name is typed, and only they can transfer it back", async () => {
    const { page } = settings
    const { email: ada, page: adas } = await joinAda()
    await settings.show('project/members')
    await choose(page.getByRole('combobox', { name: 'New owner' }), ada)
    await page.getByRole('button', { name: /^Transfer ownership/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Transfer Deskbook?' })
    const name = dialog.getByLabel('Type “Deskbook” to confirm')
    await name.fill('Deskboo')
    await page.keyboard.press('Enter')
    await dialog.getByText("This doesn't match “Deskbook”").waitFor()
    expect(await faultsAbove(page)).toEqual([])
    await name.fill('Deskbook')
    await page.keyboard.press('Enter')
    await settings.notice(`${ada} now owns Deskbook`).waitFor()
    await page.getByText('Only project owners can do this. Your role: admin.').first().waitFor()
    const why = 'Only project owners can do this. Your role: admin.'
    await row(ada)
      .getByRole('button', { name: `Role: Owner. ${why}` })
      .waitFor()
    await log().getByText('Transferred ownership').waitFor()
    await settings.show('project/members', adas)
    await choose(adas.getByRole('combobox', { name: 'New owner' }), settings.owner)
    await adas.getByRole('button', { name: /^Transfer ownership/ }).click()
    await adas.getByLabel('Type “Deskbook” to confirm').fill('Deskbook')
    await adas.keyboard.press('Enter')
    await settings.notice(`${settings.owner} now owns Deskbook`, adas).waitFor()
  })
})

test('a list of 200 members is paginated and searchable, and nothing overflows', async () => {
  const { page } = settings
  const now = new Date().toISOString()
  const dates = { createdAt: now, updatedAt: now, publishedAt: now }
  const many = Array.from({ length: 200 }, (_, index) => {
    const id = `0199a7c0-0000-7000-8000-${String(index).padStart(12, '0')}`
    const email = `somebody-with-a-long-name-${index}@a-long-domain-of-theirs.example`
    const user = { id, documentId: id, email }
    return { ...dates, id, documentId: id, email, role: 'member', status: 'active', expiresAt: null, user }
  })
  await settings.show('project/members')
  await members().getByText('You', { exact: true }).waitFor()
  await page.route('**/api/members?*', (route) => {
    const number = Number(new URL(route.request().url()).searchParams.get('pagination[page]'))
    const data = many.slice((number - 1) * 100, number * 100)
    return route.fulfill({ json: { data, meta: { pagination: { page: number, pageSize: 100, total: 200 } } } })
  })
  // As after another user's change, the page asks again.
  await announceTo(settings.server, settings.project, 'project')
  for (const width of [375, 320, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByText('1–25 of 200').waitFor()
    expect(await members().getByRole('listitem').count()).toBe(25)
    expect(await isTooWide(page)).toBe(false)
  }
  await page.getByLabel('Find a person').fill('name-17')
  await expect.poll(() => members().getByRole('listitem').count()).toBe(11)
  await page.getByLabel('Find a person').fill('nobody at all')
  await page.getByText('No matching members.').waitFor()
  await page.unroute('**/api/members?*')
})

test('across projects each person is listed once with all roles, and leads to the members of a project', async () => {
  const { page } = settings
  const { email: ada } = await joinAda()
  const data = { name: 'Sundial', summary: 'Sundials for the northern garden', timeZone: 'UTC' }
  const sundial = (await settings.ask(page.context(), 'POST', 'projects', { data })).data.id
  const invitation = { project: sundial, email: ada, role: 'client' }
  await settings.ask(page.context(), 'POST', 'members', { data: invitation })
  await settings.show('account/members')
  await announceTo(settings.server, settings.project, 'project')
  const own = page.getByRole('list', { name: 'Your projects', exact: true })
  await own.getByText('Sundial').waitFor()
  const places = page.getByRole('list', { name: `Projects of ${ada}` })
  await places.getByText('Sundial').waitFor()
  expect(await places.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^(Admin|Member) inDeskbook$/),
    'InvitedClient inSundial',
  ])
  await page.getByText(/\d people, no limit\./).waitFor()
  const pending = page.getByRole('list', { name: 'Pending invitations' }).getByRole('listitem')
  await pending.getByText(new RegExp(`Sundial · Expires in 7 days · invited on .* by ${settings.owner}`)).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await pending.getByRole('button', { name: `Resend invitation to ${ada}` }).click()
  await settings.notice(`Resent the invitation to ${ada}`).waitFor()
  await page.getByRole('button', { name: 'Members of Sundial' }).click()
  await page.waitForURL('**/project/members')
  await row(ada).getByText('Expires in 7 days').waitFor()
})
