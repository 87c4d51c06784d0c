import { api } from '../../lib/api.js'
import type { Tag } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { DeleteButton } from '../../ui/delete-button.js'
import { Fact, Facts } from '../../ui/facts.js'
import { Page } from '../../ui/page.js'
import { PeopleList } from '../../entities/customer/people-list.js'
import { Retrieved } from '../../ui/retrieved.js'
import { Section } from '../../ui/section.js'
import { TagChip } from '../../entities/tag/tag-chip.js'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { useLeave } from '../../ui/dialogs/use-leave.js'
import { TagDialog } from './tag-dialog.js'
import { tagQuery } from './tag-query.js'
import { TaggedConversations } from './tagged-conversations.js'

const back = { to: '/tags', label: 'Tags' }

export function TagDetailsPage() {
  const { tag_id = '' } = useParams()
  const { leaving, leave } = useLeave('/tags')
  return (
    <Retrieved
      query={useQuery(tagQuery(tag_id))}
      title="Tag details"
      failure="Error retrieving tag"
      heights={[160, 160, 160]}
      {...{ back, leaving }}
    >
      {(tag) => <TagDetails tag={tag} onDeleted={leave} />}
    </Retrieved>
  )
}

function TagDetails({ tag, onDeleted }: { tag: Tag; onDeleted: () => void }) {
  const editing = useDialog()
  return (
    <Page
      title={tag.name}
      back={back}
      actions={
        <>
          <DeleteButton
            thing="tag"
            onDelete={() => api.delete('/tags/:id', { params: { id: tag.id } })}
            onDeleted={onDeleted}
          >
            <p>It is removed from all customers and conversations.</p>
          </DeleteButton>
          <Button onClick={editing.open}>Edit</Button>
        </>
      }
    >
      <Section title="Details">
        <Facts>
          <Fact term="Name">{tag.name}</Fact>
          <Fact term="Description">{tag.description || 'N/A'}</Fact>
          <Fact term="Color">{tag.color ? <TagChip name={tag.color} color={tag.color} /> : 'unset'}</Fact>
        </Facts>
      </Section>
      <Section title="People">
        <PeopleList filter={{ tag_id: tag.id }} emptyText="No customer has this tag." />
      </Section>
      <Section title="Conversations">
        <TaggedConversations tag_id={tag.id} />
      </Section>
      {editing.mounted && <TagDialog tag={tag} opened={editing.opened} onClose={editing.close} />}
    </Page>
  )
}
