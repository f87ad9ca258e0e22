//! The bar at the top: what is open, and what can be done with the page as a whole.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::hooks::{use_disclosure, use_dispatch};
use crate::app::parts::{Icon, IconKind};
use crate::app::session::{Action, Dialog};
use crate::render::Theme;

/// Props of [`Header`].
#[derive(Clone, PartialEq, Properties)]
pub struct HeaderProps {
    /// The id of the open system.
    pub system: &'static str,
    /// The title of the open scenario.
    pub title: AttrValue,
    /// Whether it has been edited since it was opened.
    pub is_edited: bool,
    /// The position in the history of edits that Undo goes to.
    pub undo: Option<usize>,
    /// The position in the history of edits that Redo goes to.
    pub redo: Option<usize>,
    /// Light or dark.
    pub theme: Theme,
    /// Every system: its id and what a person reads.
    pub systems: Rc<[(AttrValue, AttrValue)]>,
}

/// The bar at the top.
#[component]
pub fn Header(props: &HeaderProps) -> Html {
    html! {
        <header class="header">
            <h1 class="brand"><Logo /><span class="word">{"Shedscope"}</span></h1>
            <SystemsMenu system={props.system} systems={&props.systems} />
            <p class="scenario">
                <span class="header-title" title={&props.title}>{&props.title}</span>
                if props.is_edited {
                    <span class="badge">{"edited"}</span>
                }
            </p>
            <HistoryButton label="Undo" keys="Ctrl+Z" icon={IconKind::Undo} position={props.undo} />
            <HistoryButton label="Redo" keys="Ctrl+Shift+Z" icon={IconKind::Redo} position={props.redo} />
            <PageMenu theme={props.theme} />
        </header>
    }
}

/// Three bars and an arc.
#[component]
pub(crate) fn Logo() -> Html {
    html! {
        <svg class="logo" viewBox="0 0 20 20" aria-hidden="true">
            <rect class="logo-warm" x="1" y="4" width="4" height="15" rx="1" />
            <rect class="logo-rest" x="8" y="9" width="4" height="10" rx="1" />
            <rect class="logo-cool" x="15" y="12" width="4" height="7" rx="1" />
            <path d="M3 3Q10-1 17 9" />
        </svg>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct SystemsMenuProps {
    system: &'static str,
    systems: Rc<[(AttrValue, AttrValue)]>,
}

/// The open system, and links to the others.
#[component]
fn SystemsMenu(props: &SystemsMenuProps) -> Html {
    let menu = use_disclosure();
    let name = props
        .systems
        .iter()
        .find(|(id, _)| id == props.system)
        .map(|(_, title)| title.clone());
    let close = menu.close.clone();
    let link = |(id, title): &(AttrValue, AttrValue)| {
        let is_open = id == props.system;
        html! {
            <li key={id.as_str()}>
                <a
                    href={format!("#/{id}")}
                    aria-current={is_open.then_some("page")}
                    onclick={close.reform(|_: MouseEvent| ())}
                >
                    {title}
                </a>
            </li>
        }
    };
    html! {
        <nav
            class="systems-menu"
            aria-label="Systems"
            ref={menu.frame}
            onkeydown={menu.onkeydown}
            onfocusout={menu.onfocusout}
        >
            <button
                type="button"
                class="quiet menu-button"
                ref={menu.button}
                aria-expanded={menu.is_open.to_string()}
                onclick={menu.toggle}
            >
                <span class="menu-button-text">{name.unwrap_or_else(|| AttrValue::from("Systems"))}</span>
            </button>
            if menu.is_open {
                <ul class="menu-list">{for props.systems.iter().map(link)}</ul>
            }
        </nav>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct HistoryButtonProps {
    label: &'static str,
    keys: &'static str,
    icon: IconKind,
    position: Option<usize>,
}

/// Undo or redo. With nothing to do it stays focusable.
#[component]
fn HistoryButton(props: &HistoryButtonProps) -> Html {
    let dispatch = use_dispatch();
    let position = props.position;
    let onclick = move |_: MouseEvent| {
        if let Some(position) = position {
            dispatch.emit(Action::History(position));
        }
    };
    html! {
        <button
            type="button"
            class="icon-button"
            aria-label={props.label}
            title={format!("{} ({})", props.label, props.keys)}
            aria-disabled={position.is_none().then_some("true")}
            {onclick}
        >
            <Icon kind={props.icon} />
        </button>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct PageMenuProps {
    theme: Theme,
}

/// Open, Document, Help and the theme: side by side, or a menu in a narrow window.
#[component]
fn PageMenu(props: &PageMenuProps) -> Html {
    let dispatch = use_dispatch();
    let menu = use_disclosure();
    let (other, theme_label) = match props.theme {
        Theme::Light => (Theme::Dark, "Dark theme"),
        Theme::Dark => (Theme::Light, "Light theme"),
    };
    // What opens a dialog gets focus back from it, so the menu gives focus to its own button first.
    let item = |label: &'static str,
                class: &'static str,
                hint: Option<&'static str>,
                icon: IconKind,
                action: Action| {
        let (dispatch, close) = (dispatch.clone(), menu.close.clone());
        let onclick = move |_: MouseEvent| {
            close.emit(());
            dispatch.emit(action.clone());
        };
        html! {
            <button type="button" class={classes!("quiet", class)} title={hint.unwrap_or(label)} {onclick}>
                <Icon kind={icon} /><span class="word">{label}</span>
            </button>
        }
    };
    html! {
        <div
            class="page-menu"
            data-open={menu.is_open.then_some("")}
            ref={menu.frame}
            onkeydown={menu.onkeydown}
            onfocusout={menu.onfocusout}
        >
            <button
                type="button"
                class="icon-button page-menu-button"
                ref={menu.button}
                aria-label="More"
                title="More"
                aria-expanded={menu.is_open.to_string()}
                onclick={menu.toggle}
            >
                <svg class="icon line" viewBox="0 0 16 16" aria-hidden="true"><path d="M2.5 4h11M2.5 8h11M2.5 12h11" /></svg>
            </button>
            <div class="page-menu-list">
                {item("Open", "with-word", None, IconKind::Open, Action::Dialog(Some(Dialog::Open)))}
                {item("Document", "with-word", None, IconKind::Document, Action::Dialog(Some(Dialog::Document)))}
                {item("Help", "", Some("Help (?)"), IconKind::Help, Action::Dialog(Some(Dialog::Keys)))}
                {item(theme_label, "", None, IconKind::Theme, Action::Theme(other))}
            </div>
        </div>
    }
}
