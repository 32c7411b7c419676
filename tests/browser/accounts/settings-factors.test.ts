import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeOf } from '#features/accounts/server/two-factor/tests/codes.ts'
import { endSession, faultsOf } from '../in-page.ts'
import { mailsTo } from '../mails.ts'
import { password } from '../people.ts'
import { SettingsPage } from '../settings-page.ts'

const settings = new SettingsPage({ renewed: true })

const region = (name: string, page = settings.page) => page.getByRole('region', { name, exact: true })
const press = (name: string, page = settings.page) => page.getByRole('button', { name, exact: true }).click()

/** Goes on to the page of the account once the app has shown its first screen. */
async function showAccount(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'New' }).waitFor()
  await settings.show('account/main', page)
}

/** Opens the sign-in page in another browser, and enters the password. */
async function withPassword(page: Page): Promise<void> {
  await page.goto(`${settings.server.address}/auth/login`)
  await page.getByLabel('Email').fill(settings.owner)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press('Sign in', page)
}

test('two-factor sign-in is set up, used, lost, and recovered', async () => {
  const { page } = settings
  await settings.open('account/main')
  const section = region('Two-factor sign-in')
  await section.getByRole('button', { name: 'Set up' }).click()
  await section.getByLabel('Current password', { exact: true }).fill(password)
  await press('Continue')
  await section.getByRole('img', { name: 'QR code with the key' }).waitFor()
  const secret = (await section.locator('pre').innerText()).replaceAll(/\s/g, '')
  expect(await faultsOf(page)).toEqual([])
  await section.getByLabel('Code from the app').fill('000000')
  await press('Turn on')
  await section.getByText('This code is incorrect').waitFor()
  await section.getByLabel('Code from the app').fill(codeOf(secret, new Date()))
  await press('Turn on')
  await section.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
  const codes = (await section.locator('pre').innerText()).trim().split('\n')
  expect(codes).toHaveLength(10)
  const [saved] = await Promise.all([page.waitForEvent('download'), press('Download')])
  expect(saved.suggestedFilename()).toBe('earshot-recovery-codes.txt')
  await press('I saved them')
  await section.getByText('10 recovery codes left').waitFor()
  await expect.poll(() => mailsTo(settings.server, settings.owner).join()).toContain('Two-factor sign-in was turned on')

  const phone = await settings.newPage()
  await withPassword(phone)
  await phone.getByRole('heading', { name: 'Enter your code' }).waitFor()
  expect(await faultsOf(phone)).toEqual([])
  await phone.getByLabel('Code').fill('123 456')
  await press('Sign in', phone)
  await phone.getByText('This code is incorrect or was already used').waitFor()
  // The code of the next time step: the one of this step was just used.
  await phone.getByLabel('Code').fill(codeOf(secret, new Date(Date.now() + 30_000)))
  await press('Sign in', phone)
  await phone.waitForURL('**/app/**')

  // Another day.
  await endSession(phone)
  await withPassword(phone)
  await press('Use a recovery code', phone)
  await phone.getByLabel('Recovery code').fill(codes[0] ?? '')
  await press('Sign in', phone)
  await showAccount(phone)
  await press('Turn off…', phone)
  const form = phone.getByRole('form', { name: 'Turn off two-factor sign-in' })
  await form.getByLabel('Current password', { exact: true }).fill(password)
  await form.getByLabel('Code').fill(codes[1] ?? '')
  await press('Turn off', phone)
  await region('Two-factor sign-in', phone).getByRole('button', { name: 'Set up' }).waitFor()
})

test('a passkey is added with the device, renamed, signs in with one click or by autofill, and is removed', async () => {
  const { page } = settings
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...({ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const),
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  })
  await settings.open('account/main')
  const section = region('Passkeys')
  await press('Add passkey')
  await section.getByLabel('Name', { exact: true }).fill('Laptop')
  await section.getByLabel('Current password', { exact: true }).fill(password)
  await section.getByRole('form').getByRole('button', { name: 'Add passkey' }).click()
  await section.getByText('never used').waitFor()
  await press('Rename Laptop')
  await section.getByLabel('Name', { exact: true }).fill('Work laptop')
  await press('Save')
  await section.getByText('Work laptop').waitFor()

  // The email field asks nothing here: the device would answer at once, before the button is pressed.
  const unasked = await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  await endSession(page)
  await page.goto(`${settings.server.address}/auth/login`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await press('Sign in with a passkey')
  await unasked.dispose()
  await showAccount(page)
  await section.getByText(/used just now/).waitFor()

  // Autofill: the email field's question is answered, and nothing is pressed.
  await endSession(page)
  await page.goto(`${settings.server.address}/auth/login`)
  await showAccount(page)
  await press('Remove Work laptop')
  await press('Remove passkey')
  await section.getByText('No passkeys yet').waitFor()
})
