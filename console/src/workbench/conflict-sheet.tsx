import { DiffView } from '../editor/diff-view.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';

interface ConflictSheetProps {
  /** Who changed it, as the service names its author. */
  readonly by: string;
  readonly at: string;
  readonly theirs: string;
  readonly mine: string;
  readonly language: 'sql' | 'json';
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onClose: () => void;
}

/** Somebody else saved first: shows both texts and asks which one stays. */
export function ConflictSheet(props: ConflictSheetProps) {
  const { by, at, theirs, mine, language, onKeepMine, onTakeTheirs, onClose } = props;
  const time = new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return (
    <Dialog
      title={`Changed by ${by} at ${time}`}
      isOpen
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Button onPress={onTakeTheirs}>Take theirs</Button>
          <Button tone="primary" onPress={onKeepMine}>
            Keep mine
          </Button>
        </>
      }
    >
      <p>Left is what is stored now, right is your draft. Nothing is saved until you save again.</p>
      <DiffView before={theirs} after={mine} language={language} isSideBySide label="Stored and yours" />
    </Dialog>
  );
}
