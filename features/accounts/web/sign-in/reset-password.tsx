import { useSearchParams } from 'react-router'
import { AskForLink } from './ask-for-link.tsx'
import { SetPassword } from './set-password.tsx'

/** For who forgot their password: asks for a link, and with its code sets a new one. Also for who is signed in (DECISIONS 2). */
export function ResetPassword() {
  const code = useSearchParams()[0].get('code')
  return code === null ? <AskForLink /> : <SetPassword key={code} code={code} />
}
