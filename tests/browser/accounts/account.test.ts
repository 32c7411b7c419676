import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { AuthPage } from '../auth-page.ts'
import { faultsOf } from '../in-page.ts'
import { linkTo, mailsTo } from '../mails.ts'
import { isFocused } from '../open-shell.ts'
import { emailOf, register } from '../people.ts'

const visit = new AuthPage()
const words = 'analytical engine'
const confirmation = /email-confirmation\?confirmation=/
const reset = /reset-password\?code=/
const banner = (page = visit.page) => page.getByRole('region', { name: 'Confirm your email' })
/** The event the browser fires when the user returns to this tab. */
const comeBack = `window.dispatchEvent(new Event('visibilitychange'))`

/** Opens the mailbox of a server without a mail server, with one click, and waits until a mail has this link. */
async function openMail(within: Page | Locator, link: string): Promise<Page> {
  const opened = visit.page.context().waitForEvent('page')
  await within.getByRole('link', { name: 'Open email' }).click()
  const mailbox = await opened
  // Reloading it earlier can leave it loading forever.
  await mailbox.waitForLoadState()
  const arrived = async () => {
    const isThere = (await mailbox.getByRole('link', { name: link }).count()) === 1
    if (!isThere) await mailbox.reload()
    return isThere
  }
  await expect.poll(arrived).toBe(true)
  return mailbox
}

describe('signing up', () => {
  test('works by keyboard: errors appear at their field, input is kept, and a mail confirms the address', async () => {
    const { page, server } = visit
    const email = emailOf('ada')
    await visit.goto('/auth/signup')
    await expect.poll(() => isFocused(visit.email())).toBe(true)
    expect(await page.title()).toBe('Signup')
    await page.keyboard.type('ada@')
    await page.keyboard.press('Enter')
    await page.getByText('Please enter a valid email address').waitFor()
    await page.getByText('Password must be at least 8 characters').waitFor()
    await expect.poll(() => isFocused(visit.email())).toBe(true)
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.type(email.replace('ada@', ''))
    await page.getByText('Please enter a valid email address').waitFor({ state: 'hidden' })
    await page.keyboard.press('Tab')
    await page.keyboard.type(words)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    expect(await visit.password().getAttribute('type')).toBe('text')
    await page.keyboard.press('Tab')
    await expect.poll(() => isFocused(visit.button('Create account'))).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/setup')

    await banner().getByText(`We sent a link to ${email}`).waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    const tab = await page.context().newPage()
    await tab.goto(`${server.address}/app/setup`)
    await banner(tab).getByRole('button', { name: 'Dismiss' }).click()
    await banner(tab).waitFor({ state: 'detached' })
    await tab.reload()
    await tab.getByRole('heading', { level: 1 }).waitFor()
    expect(await banner(tab).count()).toBe(0)
    await tab.close()
    const first = await linkTo(server, email, confirmation)
    await visit.button('Resend').click()
    await banner().getByText('Earlier links no longer work').waitFor()
    const second = await linkTo(server, email, confirmation, 2)
    const mailProgram = await openMail(banner(), second)
    expect(await faultsOf(mailProgram)).toEqual([])
    await mailProgram.setViewportSize({ width: 375, height: 800 })
    expect(await mailProgram.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    const inbox = mailProgram.url()
    await mailProgram.goto(first)
    await mailProgram.getByText('This link has expired').waitFor()
    await mailProgram.goto(inbox)
    await mailProgram.getByRole('link', { name: second }).click()
    await mailProgram.getByText('Your email address is confirmed.').waitFor()
    await mailProgram.waitForURL('**/app/setup')
    expect(await banner(mailProgram).count()).toBe(0)
    expect(await banner().count()).toBe(1)
    await page.evaluate(comeBack)
    await page.getByText('Your email address is confirmed.').waitFor()
    await banner().waitFor({ state: 'detached' })
  })

  test('with a taken address shows the error at the field, and the sign-in page keeps the address', async () => {
    const { email } = await visit.account(emailOf('taken'), words)
    await visit.goto('/auth/signup')
    await visit.email().fill(email)
    await visit.password().fill(words)
    await visit.button('Create account').click()
    await visit.page.getByText('An account with this email already exists.').waitFor()
    expect(await visit.email().getAttribute('aria-invalid')).toBe('true')
    expect(await visit.password().inputValue()).toBe(words)
    await visit.page.getByRole('link', { name: 'Sign in' }).click()
    await visit.heading('Welcome back').waitFor()
    expect(await visit.email().inputValue()).toBe(email)
    await expect.poll(() => isFocused(visit.password())).toBe(true)
    await visit.page.keyboard.type(words)
    await visit.page.keyboard.press('Enter')
    await visit.page.waitForURL('**/app/setup')
  })

  test('twice at once creates one account', async () => {
    const requested: string[] = []
    visit.page.on('request', (request) => request.method() === 'POST' && requested.push(request.url()))
    await visit.goto('/auth/signup')
    await visit.email().fill(emailOf('once'))
    await visit.password().fill(words)
    await visit.password().evaluate((field) => {
      const { form } = field as unknown as { form: { requestSubmit(): void } }
      form.requestSubmit()
      form.requestSubmit()
    })
    await visit.page.waitForURL('**/app/setup')
    expect(requested.filter((url) => url.endsWith('/register'))).toHaveLength(1)
  })
})

// Each page fits a narrow screen: robustness/screens.test.ts.
describe('signing in', () => {
  test('with a wrong password shows an error, keeps the input, and after many attempts shows when to retry', async () => {
    const { email } = await visit.account(emailOf('eve'), words)
    await visit.goto('/auth/login')
    await visit.button('Sign in').click()
    await visit.page.getByText('Email is required').waitFor()
    await visit.page.getByText('Enter your password').waitFor()
    await visit.email().fill(email)
    await visit.password().fill('a guess of mine')
    await visit.button('Sign in').click()
    await visit.fault('The email or password is incorrect.').waitFor()
    expect(await visit.email().inputValue()).toBe(email)
    expect(await visit.password().inputValue()).toBe('a guess of mine')
    expect(await faultsOf(visit.page)).toEqual([])
    for (let guesses = 1; guesses < 10; guesses++)
      await visit.post('/api/auth/local', { identifier: email, password: `guess ${guesses}` })
    await visit.button('Sign in').click()
    await visit.fault(/Too many attempts. Try again in 1\d minutes/).waitFor()
    expect(await visit.password().inputValue()).toBe('a guess of mine')
  })

  test('shows the result of a link from a mail, and warns while Caps Lock is on', async () => {
    await visit.goto('/auth/login?notice=confirmed')
    await visit.page.getByRole('status').filter({ hasText: 'Your email address is confirmed.' }).waitFor()
    const caps = visit.page.getByText('Caps Lock is on')
    const press = (on: boolean) => visit.password().dispatchEvent('keydown', { key: 'A', modifierCapsLock: on })
    await press(true)
    await caps.waitFor()
    await press(false)
    await caps.waitFor({ state: 'hidden' })
    await visit.goto('/api/auth/email-confirmation?confirmation=nothing')
    await visit.fault('This link has expired').waitFor()
    expect(new URL(visit.page.url()).search).toBe('?notice=expired')
  })

  test('is offered without an error when the session cookie is stale', async () => {
    const { page, server } = visit
    await page.context().addCookies([{ name: 'signed_in', value: '1', url: server.address }])
    await visit.goto('/auth/login')
    await visit.heading('Welcome back').waitFor()
    expect(await visit.fault(/./).count()).toBe(0)
    expect(await page.getByRole('region', { name: 'Notifications' }).getByRole('dialog').count()).toBe(0)
    expect(await page.evaluate('document.cookie')).toBe('')
  })
})

describe('a forgotten password', () => {
  test('is reset with a link that works once, for the address from the sign-in page', async () => {
    const { page, server } = visit
    const { email } = await visit.account(emailOf('bea'), words)
    await visit.goto('/auth/login')
    await visit.email().fill(email)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await visit.heading('Forgot your password?').waitFor()
    expect([await page.title(), await visit.email().inputValue()]).toEqual(['Reset Password', email])
    expect(page.url()).not.toContain('bea')
    await visit.button('Send reset link').click()
    await visit.heading('Check your email').waitFor()
    expect(await faultsOf(page)).toEqual([])
    const first = await linkTo(server, email, reset)
    await (await openMail(page, first)).close()
    await visit.button('Resend link').click()
    await page.getByText('We sent a new link').waitFor()
    const second = await linkTo(server, email, reset, 2)

    await page.goto(first)
    await visit.heading('Set a new password').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await expect.poll(() => isFocused(visit.password('New password'))).toBe(true)
    await page.keyboard.type('short')
    await page.keyboard.press('Enter')
    await page.getByText('Password must be at least 8 characters').waitFor()
    await visit.password('New password').fill('difference engine')
    await page.keyboard.press('Enter')
    await visit.fault('Incorrect code provided').waitFor()
    expect(await visit.password('New password').inputValue()).toBe('difference engine')

    await page.goto(second)
    await visit.password('New password').fill('difference engine')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/setup')
    await page.getByText('Password changed').waitFor()
    expect(await banner().count()).toBe(0)
    const old = await visit.post('/api/auth/local', { identifier: email, password: words })
    expect(old.status).toBe(400)
  })

  test('gets the same response for an unknown address', async () => {
    const email = emailOf('nobody')
    await visit.goto('/auth/reset-password')
    await visit.button('Send reset link').click()
    await visit.page.getByText('Email is required').waitFor()
    await visit.email().fill(email)
    await visit.button('Send reset link').click()
    await visit.heading('Check your email').waitFor()
    await visit.button('Use a different email').click()
    expect(await visit.email().inputValue()).toBe(email)
    expect(mailsTo(visit.server, email)).toEqual([])
    for (let count = 1; count < 5; count++) await visit.post('/api/auth/forgot-password', { email })
    await visit.button('Send reset link').click()
    await visit.fault(/Too many attempts. Try again in \d+ minutes/).waitFor()
  })

  test('can be reset while signed in, which signs the user out', async () => {
    const { page, server } = visit
    const email = emailOf('cleo')
    await register(page.context(), server, email)
    await visit.goto('/auth/reset-password')
    await page.getByText("You'll be signed out of this browser.").waitFor()
    expect(await visit.email().inputValue()).toBe(email)
    await visit.button('Send reset link').click()
    await visit.heading('Check your email').waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await visit.heading('Welcome back').waitFor()
    expect(await visit.email().inputValue()).toBe(email)
    await visit.goto('/app')
    await page.waitForURL('**/auth/login')
  })
})
