import type { ReactNode } from 'react'
import { errorTitle } from '../contract/error-titles.ts'
import { Wordmark } from './signal.tsx'

interface ErrorPageProps {
  status?: number
  /** In plain words. */
  name?: string
  message?: string
  /** The control that leads home: a link on public pages, or a button that also clears the error. */
  home: ReactNode
}

/** The error page of SPEC 2. By default it is that of an unknown page. */
export function ErrorPage({
  status = 404,
  name = errorTitle(status),
  message = "This is not the page you're looking for.",
  home,
}: ErrorPageProps) {
  return (
    <main className="flex min-h-dvh flex-col items-start justify-center gap-6 px-6 py-16 sm:mx-auto sm:max-w-xl">
      <Wordmark className="text-lg" />
      <div className="flex flex-col gap-2">
        <p className="tabular font-semibold text-accent-ink">
          {status} <span className="font-normal text-muted">{name}</span>
        </p>
        <h1 className="wrap-anywhere font-semibold text-3xl tracking-tight">{message}</h1>
      </div>
      {home}
    </main>
  )
}
