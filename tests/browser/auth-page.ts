import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openChromium } from './chromium.ts'
import { sharedServer, type TestServer } from './test-server.ts'

/** A visitor's browser on the pages of signing in, a new one for each test of a file. */
export class AuthPage {
  server!: TestServer
  page!: Page
  #browser!: Browser

  /** Starts product and browser for the tests of this file. */
  constructor() {
    beforeAll(async () => {
      this.server = await sharedServer()
      this.#browser = await openChromium()
    })
    beforeEach(async () => {
      this.page = await this.visitor()
    })
    afterEach(() => Promise.all(this.#browser.contexts().map((context) => context.close())))
    afterAll(async () => {
      await this.#browser?.close()
      await this.server?.stop()
    })
  }

  /** A page of a browser of its own, as somebody else has it. */
  async visitor(width = 1440): Promise<Page> {
    const context = await this.#browser.newContext({ viewport: { width, height: 900 } })
    return context.newPage()
  }

  goto(path: string, page = this.page) {
    return page.goto(`${this.server.address}${path}`)
  }

  email(page = this.page) {
    return page.getByLabel('Email')
  }

  password(label = 'Password') {
    return this.page.getByLabel(label, { exact: true })
  }

  button(name: string, page = this.page) {
    return page.getByRole('button', { name, exact: true })
  }

  heading(name: string, page = this.page) {
    return page.getByRole('heading', { level: 1, name, exact: true })
  }

  fault(text: string | RegExp) {
    return this.page.getByRole('alert').filter({ hasText: text })
  }

  /** An account made outside the browser: what it is made with, and the headers that its calls need. */
  async account(email: string, password: string) {
    const registered = await this.post('/api/auth/local/register', { email, password })
    const { jwt } = (await registered.json()) as { jwt: string }
    return { email, password, headers: { authorization: `Bearer ${jwt}` } }
  }

  post(path: string, body: object, headers: Record<string, string> = {}) {
    return fetch(`${this.server.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }
}
