import type { Lambda, LambdaVersion } from '@papercups/contract'
import { Button, Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQuery } from '../../entities/user/me.js'
import { userName } from '../../entities/person-name.js'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { formatMoment, formatSize } from '../../lib/format.js'
import { CodeBlock } from '../../ui/code-block.js'
import { Confirm } from '../../ui/dialogs/confirm.js'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { Section } from '../../ui/section.js'
import { Tag } from '../../ui/tag.js'
import { storeFunction, versionQuery, versionsQuery } from './function-queries.js'
import styles from './functions.module.css'

interface Props {
  id: string
  onRolledBack: (lambda: Lambda) => void
}

/** Every deployment. An older one can run again. */
export function VersionsSection({ id, onRolledBack }: Props) {
  const { data: versions, error, refetch } = useQuery(versionsQuery(id))
  const [shown, setShown] = useState<number | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  return (
    <Section title="Versions" lead="The last 50 deployments, newest first.">
      {versions ? (
        <Versions versions={versions} onShow={setShown} onRollBack={setChosen} />
      ) : error ? (
        <LoadFailure title="Error retrieving versions" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[100]} />
      )}
      {shown !== null && <VersionDialog id={id} number={shown} onClose={() => setShown(null)} />}
      {chosen !== null && (
        <RollBack id={id} number={chosen} onRolledBack={onRolledBack} onClose={() => setChosen(null)} />
      )}
    </Section>
  )
}

interface VersionsProps {
  versions: LambdaVersion[]
  onShow: (number: number) => void
  onRollBack: (number: number) => void
}

function Versions({ versions, onShow, onRollBack }: VersionsProps) {
  const { data: account } = useQuery(accountQuery)
  if (versions.length === 0) return <p className={styles.hint}>Nothing was deployed yet.</p>
  const nameOf = (user_id: number | null) => {
    const user = account?.users.find(({ id }) => id === user_id)
    return user ? userName(user) : '--'
  }
  const columns: Array<Column<LambdaVersion & { id: number }>> = [
    {
      title: 'Version',
      look: 'name',
      render: ({ number, is_deployed }) => (
        <span className={styles.tags}>
          {number}
          {is_deployed && <Tag look="good">Runs now</Tag>}
        </span>
      ),
    },
    { title: 'Deployed by', look: 'quiet', roomy: true, render: ({ user_id }) => nameOf(user_id) },
    {
      title: 'Time',
      width: '170px',
      look: 'quiet',
      roomy: true,
      render: ({ created_at }) => formatMoment(created_at),
    },
    { title: 'Size', width: '90px', look: 'quiet', roomy: true, render: ({ size }) => formatSize(size) },
    {
      title: 'What to do',
      width: '170px',
      render: ({ number, is_deployed }) => (
        <span className={styles.tags}>
          <Button variant="default" size="xs" aria-label={`Show version ${number}`} onClick={() => onShow(number)}>
            Show
          </Button>
          {!is_deployed && (
            <Button
              variant="default"
              size="xs"
              aria-label={`Roll back to version ${number}`}
              onClick={() => onRollBack(number)}
            >
              Roll back
            </Button>
          )}
        </span>
      ),
    },
  ]
  return <RowTable bare label="Versions" columns={columns} rows={versions.map((one) => ({ ...one, id: one.number }))} />
}

function VersionDialog({ id, number, onClose }: { id: string; number: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(versionQuery(id, number))
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Version ${number}`}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {data ? (
        <CodeBlock label={`Code of version ${number}`}>{data.code}</CodeBlock>
      ) : error ? (
        <LoadFailure title="Error retrieving the version" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[200]} />
      )}
    </Modal>
  )
}

interface RollBackProps extends Props {
  number: number
  onClose: () => void
}

function RollBack({ id, number, onRolledBack, onClose }: RollBackProps) {
  const cache = useQueryClient()
  const rollBack = useMutation({
    mutationFn: () => api.post('/lambdas/:id/versions/:number/deploy', { params: { id, number } }),
    onSuccess(lambda) {
      storeFunction(cache, lambda)
      onRolledBack(lambda)
      void cache.invalidateQueries(versionsQuery(id))
      notifications.show({ message: `Version ${number} runs now.` })
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The version was not deployed', message: describeError(error) }),
    onSettled: onClose,
  })
  return (
    <Confirm
      opened
      title={`Roll back to version ${number}?`}
      confirm="Roll back"
      pending={rollBack.isPending}
      onClose={onClose}
      onConfirm={() => rollBack.mutate()}
    >
      <p>Its code runs from now on and replaces the code in the editor.</p>
    </Confirm>
  )
}
