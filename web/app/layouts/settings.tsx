import type { ReactNode } from 'react'

/** One column inside the dashboard, as wide as one reads and types comfortably. */
export function SettingsLayout({ children }: { children: ReactNode }) {
  return <div className="mx-auto flex max-w-2xl flex-col gap-8 px-4 pt-8 pb-24 sm:px-8 lg:pt-14">{children}</div>
}
