import type { Lambda } from '@papercups/contract'
import { Alert, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { keysQuery } from '../../entities/api-key/keys-query.js'
import { api } from '../../lib/api.js'
import { shownAWhile } from '../../lib/shown-a-while.js'
import { DeleteButton } from '../../ui/delete-button.js'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { useLeave } from '../../ui/dialogs/use-leave.js'
import { Notice } from '../../ui/notice.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { Retrieved } from '../../ui/retrieved.js'
import { Tag } from '../../ui/tag.js'
import { isDeployed, STATUSES } from './describe-function.js'
import { EditorPane } from './editor-pane.js'
import { FunctionDialog } from './function-dialog.js'
import { functionQuery, functionsQuery, useHasChanges, useLiveRuns } from './function-queries.js'
import styles from './functions.module.css'
import { RehearsalSection } from './rehearsal-section.js'
import { RunsSection } from './runs-section.js'
import { SecretsSection } from './secrets-section.js'
import { StatusSection } from './status-section.js'
import { TestSection } from './test-section.js'
import { TriggersSection } from './triggers-section.js'
import { useDeploy } from './use-deploy.js'
import { useDraft } from './use-draft.js'
import { VersionsSection } from './versions-section.js'

const back = { to: '/functions', label: 'Functions' }

export function FunctionPage() {
  const { function_id = '' } = useParams()
  const { leaving, leave } = useLeave(back.to)
  const query = useQuery({ ...functionQuery(function_id), enabled: !leaving })
  return (
    <Retrieved
      wide
      query={query}
      title="Function"
      failure="Error retrieving function"
      back={back}
      heights={[420, 300]}
      leaving={leaving}
    >
      {(lambda) => <Details lambda={lambda} onDeleted={leave} />}
    </Retrieved>
  )
}

interface Props {
  lambda: Lambda
  onDeleted: () => void
}

function Details({ lambda, onDeleted }: Props) {
  const { id, name, description, status } = lambda
  const keys = useQuery({ ...keysQuery, refetchOnMount: 'always' })
  const editing = useDialog()
  const cache = useQueryClient()
  return (
    <Page
      wide
      title={name}
      tag={<Tag look={STATUSES[status].look}>{STATUSES[status].label}</Tag>}
      lead={description || 'No description.'}
      back={back}
      actions={
        <>
          <Button variant="default" onClick={editing.open}>
            Update
          </Button>
          <DeleteButton
            thing="function"
            onDelete={() => shownAWhile(api.delete('/lambdas/:id', { params: { id } }))}
            onDeleted={() => {
              void cache.invalidateQueries({ ...functionsQuery, exact: true })
              onDeleted()
            }}
          >
            <p>It stops at once. Its code, versions, secrets and runs are deleted.</p>
          </DeleteButton>
        </>
      }
    >
      {keys.data ? (
        keys.data.length > 0 ? (
          <Workbench key={lambda.id} lambda={lambda} />
        ) : (
          <KeyRequired />
        )
      ) : keys.error ? (
        <LoadFailure title="Error retrieving API keys" error={keys.error} retry={keys.refetch} />
      ) : (
        <SectionSkeletons heights={[420, 300]} />
      )}
      {editing.mounted && <FunctionDialog lambda={lambda} opened={editing.opened} onClose={editing.close} />}
    </Page>
  )
}

function KeyRequired() {
  const generate = (
    <Button component={Link} to="/developers/personal-api-keys">
      Generate API key
    </Button>
  )
  return (
    <Notice title="An API key is required" actions={generate}>
      Functions use your API key to read and answer conversations.
    </Notice>
  )
}

function Workbench({ lambda }: { lambda: Lambda }) {
  const { id, last_deployed_at, has_api_key } = lambda
  useLiveRuns(id)
  const draft = useDraft(lambda)
  const { deploying, problem, deploy } = useDeploy(lambda, draft)
  const hasChanges = useHasChanges(lambda, draft.code)
  const isCurrent = isDeployed(lambda) && draft.state === 'saved'
  return (
    <>
      {last_deployed_at && !has_api_key && (
        <Alert color="red" title="The API key of this function is gone">
          Calls to the API fail. Deploy again to give it a key.
        </Alert>
      )}
      <div className={styles.panes}>
        <EditorPane draft={draft} problem={problem} />
        <div className={styles.pane}>
          <StatusSection lambda={lambda} hasChanges={hasChanges} deploying={deploying} onDeploy={() => void deploy()} />
          <TestSection lambda={lambda} hasChanges={hasChanges} prepare={async () => isCurrent || deploy()} />
        </div>
      </div>
      <RunsSection id={id} />
      <RehearsalSection id={id} code={draft.code} />
      <TriggersSection lambda={lambda} />
      <SecretsSection id={id} />
      <VersionsSection id={id} onRolledBack={({ code }) => draft.replace(code ?? '')} />
    </>
  )
}
