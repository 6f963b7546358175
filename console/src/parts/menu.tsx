import type { ReactElement, ReactNode } from 'react';
import { Fragment } from 'react';
import {
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
  Text,
} from 'react-aria-components';
import { Icon, type IconName } from './icons.tsx';
import lists from './lists.module.css';

/** One thing that a menu does. */
export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly help?: string;
  readonly icon?: IconName;
  readonly keys?: string;
  readonly tone?: 'danger';
  /** Why it cannot be done now: shown below the label, and the item does nothing. */
  readonly unavailable?: string | null | undefined;
  readonly onAction: () => void;
}

/** Actions that belong together, with an optional heading. */
export interface MenuGroup {
  readonly label?: string;
  readonly actions: readonly MenuAction[];
}

/** A button (the child) that opens a list of actions in groups. */
export function ActionMenu(props: {
  readonly children: ReactNode;
  readonly label: string;
  readonly groups: readonly MenuGroup[];
  readonly placement?: 'bottom start' | 'bottom end' | 'right top' | 'top start';
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
}): ReactElement {
  const { children, label, groups, placement = 'bottom end', ...open } = props;
  const all = groups.flatMap((group) => group.actions);
  return (
    <MenuTrigger {...open}>
      {children}
      <Popover className={lists.popover} placement={placement} offset={4}>
        <Menu
          className={lists.list}
          aria-label={label}
          onAction={(key) => {
            const action = all.find(({ id }) => id === key);
            if (action && !action.unavailable) action.onAction();
          }}
        >
          {groups.map((group, index) => (
            <Fragment key={group.label ?? index}>
              {index > 0 && <Separator className={lists.separator} />}
              <MenuSection aria-label={group.label ?? `Group ${index + 1}`}>
                {group.label && <Header className={lists.head}>{group.label}</Header>}
                {group.actions.map((action) => (
                  <Item key={action.id} action={action} />
                ))}
              </MenuSection>
            </Fragment>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function Item({ action }: { readonly action: MenuAction }): ReactElement {
  const help = action.unavailable ?? action.help;
  return (
    <MenuItem
      id={action.id}
      className={lists.item}
      textValue={action.label}
      data-tone={action.tone}
      aria-disabled={action.unavailable ? true : undefined}
    >
      {action.icon && <Icon name={action.icon} size={14} />}
      <Text slot="label">{action.label}</Text>
      {action.keys && <kbd>{action.keys}</kbd>}
      {help && (
        <Text slot="description" className={lists.help}>
          {help}
        </Text>
      )}
    </MenuItem>
  );
}
