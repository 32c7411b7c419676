import type { ReactNode } from 'react'
import { buttonClasses } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Wordmark } from '#platform/ui/signal.tsx'

const sections = [
  { href: '/#how', text: 'How it works' },
  { href: '/#plans', text: 'Plans' },
  { href: '/alternatives', text: 'Alternatives' },
  { href: '/blog', text: 'Blog' },
  { href: '/reddit-marketing-guide', text: 'Free guide' },
]

const columns = [
  {
    title: 'Product',
    links: [
      { href: '/#how', text: 'How it works' },
      { href: '/#plans', text: 'Plans' },
      { href: '/#questions', text: 'FAQ' },
      { href: '/alternatives', text: 'Alternatives' },
    ],
  },
  {
    title: 'Resources',
    links: [
      { href: '/reddit-marketing-guide', text: 'Reddit marketing guide' },
      { href: '/guide/start/first-leads', text: 'Your first leads' },
      { href: '/guide/start/keywords', text: 'Good keywords' },
      { href: '/blog', text: 'Blog' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { href: '/legal/terms', text: 'Terms' },
      { href: '/legal/privacy', text: 'Privacy' },
      { href: '/legal/affiliate', text: 'Affiliates' },
    ],
  },
]

/** The frame of every public page except blank ones: a skip link, the header, the page, the footer. */
export function Layout({ children, path }: { children: ReactNode; path: string }) {
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip">
      <a
        href="#content"
        className="sr-only focus-visible:not-sr-only focus-visible:absolute focus-visible:z-10 focus-visible:m-3 focus-visible:rounded-lg focus-visible:bg-inverse focus-visible:px-4 focus-visible:py-2 focus-visible:text-inverse-ink"
      >
        Skip to content
      </a>
      <Header path={path} />
      <main id="content" tabIndex={-1} className="w-full flex-1 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  )
}

function Header({ path }: { path: string }) {
  return (
    <header className="relative z-10 mx-auto flex h-20 w-full max-w-6xl items-center gap-2 px-6 sm:gap-4">
      <a href="/" aria-label="Earshot, home" className="mr-auto flex rounded-md text-xl">
        <Wordmark />
      </a>
      <nav aria-label="Site" className="flex gap-1 max-lg:hidden">
        {sections.map(({ href, text }) => (
          <a
            key={href}
            href={href}
            aria-current={href === path ? 'page' : undefined}
            className={buttonClasses({ look: 'ghost' }, 'aria-[current=page]:text-ink')}
          >
            {text}
          </a>
        ))}
      </nav>
      <nav aria-label="Account" className="flex items-center gap-1 lg:ml-auto">
        <a href="/auth/login" className={buttonClasses({ look: 'ghost' }, 'max-sm:hidden')}>
          Log in
        </a>
        <a href="/auth/signup" className={buttonClasses({ look: 'primary' }, 'whitespace-nowrap max-sm:px-3')}>
          Start listening
        </a>
      </nav>
      <details className="menu lg:hidden">
        <summary className={buttonClasses({ look: 'outline', size: 'icon' }, 'min-h-9 min-w-9')}>
          <span className="icon-[lucide--menu] size-5" aria-hidden="true" />
          <span className="sr-only">Menu</span>
        </summary>
        <nav
          aria-label="Menu"
          className="absolute inset-x-4 top-18 z-10 flex flex-col rounded-xl border border-line bg-canvas p-2 shadow-lift"
        >
          {[...sections, { href: '/auth/login', text: 'Log in' }].map(({ href, text }) => (
            <a key={href} href={href} className="rounded-lg px-4 py-3 text-lg hover:bg-hover">
              {text}
            </a>
          ))}
        </nav>
      </details>
    </header>
  )
}

function Footer() {
  return (
    <footer className="mt-24 border-line border-t bg-sunken">
      <div className="mx-auto grid max-w-6xl grid-cols-2 gap-x-8 gap-y-10 px-6 py-16 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="max-sm:col-span-2 sm:col-span-3 lg:col-span-1">
          <Wordmark className="text-lg" />
          <p className="mt-3 max-w-64 text-pretty text-muted">
            Finds people on Reddit who need your product, and explains why each one is a lead.
          </p>
          <ColorChoice />
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <p className="font-semibold">{title}</p>
            <ul className="mt-2">
              {links.map(({ href, text }) => (
                <li key={href}>
                  <a href={href} className="inline-block py-1.5 text-muted hover:text-ink hover:underline">
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <p className="text-faint text-sm max-sm:col-span-2 sm:col-span-3 lg:col-span-4">
          Earshot is not made, endorsed, or paid by Reddit. Reddit is a trademark of Reddit, Inc.
        </p>
      </div>
    </footer>
  )
}

/** The choice of color mode. Without scripts the page follows the operating system and the choice is hidden. */
function ColorChoice() {
  const modes = [
    { mode: 'light', text: 'Light', icon: 'light' },
    { mode: 'dark', text: 'Dark', icon: 'dark' },
    { mode: 'system', text: 'System', icon: 'system' },
  ] as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these buttons act at once
    <div
      data-color-choice
      role="group"
      aria-label="Color mode"
      className="mt-6 inline-flex gap-0.5 rounded-lg border border-line p-0.5 [@media(scripting:none)]:hidden"
    >
      {modes.map(({ mode, text, icon }) => (
        <button
          key={mode}
          type="button"
          data-mode={mode}
          aria-pressed="false"
          className="flex min-h-8 items-center gap-1.5 rounded-md px-2.5 text-muted text-sm hover:text-ink aria-pressed:bg-canvas aria-pressed:text-ink aria-pressed:shadow-press"
        >
          <Icon name={icon} />
          {text}
        </button>
      ))}
    </div>
  )
}
