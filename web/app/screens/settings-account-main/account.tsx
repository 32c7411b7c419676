import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { logOut } from '../../log-out.ts'
import { useUser } from '../../project.ts'

export function AccountSettings() {
  const user = useUser()
  const [leaving, setLeaving] = useState(false)
  async function leave() {
    if (leaving) return
    setLeaving(true)
    setLeaving(await logOut())
  }
  return (
    <>
      <PageHeading title="Account" />
      <dl className="grid gap-x-8 gap-y-1 border-line border-y py-5 sm:grid-cols-[8rem_1fr]">
        <dt className="text-muted">E-mail</dt>
        <dd className="wrap-anywhere font-medium">{user?.email}</dd>
      </dl>
      <Button className="self-start" busy={leaving} onClick={() => void leave()}>
        <Icon name="logOut" /> Log out
      </Button>
    </>
  )
}
