import { errorMarks } from '#platform/contract/site.ts'
import { buttonClasses } from '#platform/ui/button.tsx'

/** The error page for errors of the server itself, which fills in the details (SPEC 2, 8). */
export function ErrorDocument() {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-start gap-6 px-6 py-24">
      <div className="flex flex-col gap-2">
        <p className="tabular font-semibold text-accent-ink">
          {errorMarks.status} <span className="font-normal text-muted">{errorMarks.name}</span>
        </p>
        <h1 className="wrap-anywhere font-semibold text-3xl tracking-tight">{errorMarks.message}</h1>
      </div>
      <a href="/" className={buttonClasses({ look: 'primary' })}>
        Go back home
      </a>
    </div>
  )
}
