import { Suspense } from 'react'
import { Link } from 'react-router'
import { Section } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { useUser } from '#platform/web/session/project.ts'
import { useSlot } from '#platform/web/slots.ts'

/**
 * The user's own data. Without access the guard shuts the account settings, so its export, password, and deletion are
 * here (DECISIONS 4).
 */
export function OwnData({ isShut }: { isShut: boolean }) {
  const user = useUser()
  const AccountExport = useSlot('accountExport')
  const { Password, Deletion } = useSlot('accountSecurity')
  if (!isShut || !user) {
    return (
      <Section title="Your data">
        <p className="text-muted">
          Export your data, change your password, or delete your account in the{' '}
          <Link to={paths.accountMain} className="text-accent-ink underline underline-offset-2">
            account settings
          </Link>
          .
        </p>
      </Section>
    )
  }
  return (
    <Suspense>
      <AccountExport />
      <Password user={user} />
      <Deletion />
    </Suspense>
  )
}
