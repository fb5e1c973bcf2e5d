//! `view!` for the page: the syntax of Leptos' macro of that name, expanded to plain calls of the
//! page's own `markup` module.
//!
//! Leptos' macro makes a type of every piece of markup, and each type brings its own code. Here
//! all markup has one type, and what a piece costs is the calls that build it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use rstml::node::{KeyedAttribute, Node, NodeAttribute, NodeElement, NodeName};
use syn::spanned::Spanned;
use syn::{Error, Expr, LitStr};

/// Markup as a value of the page's one view type.
///
/// ```text
/// view! {
///     <div class="x" class:open=is_open style:left=left on:click=move |_| act()>
///         "text " {expression}
///     </div>
/// }
/// ```
///
/// Tags are those of HTML. Attributes:
///
/// * `name="text"`, `name=value`, `name`: an attribute; `value` may be a closure, and follows it.
/// * `class:name=flag`: a class that is there or not. With `class="…"` it comes after that.
/// * `style:name=value`, `style=("--name", value)`: a property of the style.
/// * `prop:name=value`: a property of the element's object.
/// * `on:event=handler`: a listener.
/// * `node_ref=slot`: where the element is put for the code around it.
#[proc_macro]
pub fn view(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let nodes = rstml::parse2(input.into());
    nodes.and_then(|nodes| many(&nodes)).unwrap_or_else(Error::into_compile_error).into()
}

/// One root stays itself, several are a list.
fn many(nodes: &[Node]) -> syn::Result<TokenStream> {
    let views = nodes.iter().map(node).collect::<syn::Result<Vec<_>>>()?;
    if let [one] = &views[..] {
        return Ok(quote! { crate::markup::IntoAny::into_any(#one) });
    }
    Ok(quote! {
        crate::markup::AnyView::Many(::std::vec![#(crate::markup::IntoAny::into_any(#views)),*])
    })
}

fn node(node: &Node) -> syn::Result<TokenStream> {
    match node {
        Node::Element(made) => element(made),
        Node::Text(text) => {
            let text = &text.value;
            Ok(quote! { #text })
        }
        Node::Block(block) => match block.try_block() {
            // Braces around a single expression are the markup's, and only in the way of lints.
            Some(block) => match &block.stmts[..] {
                [syn::Stmt::Expr(expression, None)] => Ok(quote! { #expression }),
                _ => Ok(quote! { #block }),
            },
            None => Err(Error::new(block.span(), "an expression was expected")),
        },
        other => Err(Error::new(other.span(), "tags, \"text\" and {expressions} only")),
    }
}

fn element(element: &NodeElement<rstml::Infallible>) -> syn::Result<TokenStream> {
    let name = element.name();
    let tag = LitStr::new(&name.to_string(), name.span());
    // Invisible to the expressions inside.
    let made = Ident::new("made", Span::mixed_site());
    let mut calls = TokenStream::new();
    for each in element.attributes() {
        let NodeAttribute::Attribute(each) = each else {
            return Err(Error::new(each.span(), "an attribute with a name was expected"));
        };
        let call = attribute(each)?;
        calls.extend(quote! { #made #call; });
    }
    for child in &element.children {
        let call = if let Node::Text(text) = child {
            let text = &text.value;
            quote! { .text(#text) }
        } else {
            let child = node(child)?;
            quote! { .child(#child) }
        };
        calls.extend(quote! { #made #call; });
    }
    Ok(quote! {{
        let mut #made = crate::markup::Element::new(#tag);
        #calls
        #made
    }})
}

fn attribute(attribute: &KeyedAttribute) -> syn::Result<TokenStream> {
    let key = attribute.key.to_string();
    let span = attribute.key.span();
    let name = |name: &str| LitStr::new(name, span);
    let Some(value) = attribute.value() else {
        let (key, empty) = (name(&key), name(""));
        return Ok(quote! { .set(#key, #empty) });
    };
    let (kind, rest) = match key.split_once(':') {
        Some((kind, rest)) if matches!(attribute.key, NodeName::Punctuated(_)) => (kind, rest),
        _ => ("", key.as_str()),
    };
    let rest_name = name(rest);
    Ok(match (kind, rest, value) {
        ("class", ..) => quote! { .class(#rest_name, #value) },
        ("style", ..) => quote! { .style(#rest_name, #value) },
        ("prop", ..) => quote! { .prop(#rest_name, #value) },
        ("on", ..) => {
            let event = event_type(rest);
            quote! { .on::<#event>(#rest_name, #value) }
        }
        ("", "node_ref", _) => quote! { .node_ref(#value) },
        ("", "style", Expr::Tuple(pair)) if pair.elems.len() == 2 => {
            let (property, value) = (&pair.elems[0], &pair.elems[1]);
            quote! { .style(#property, #value) }
        }
        ("", _, _) => {
            if let Some(text) = attribute.value_literal_string() {
                let text = LitStr::new(&text, value.span());
                quote! { .set(#rest_name, #text) }
            } else {
                quote! { .attr(#rest_name, #value) }
            }
        }
        _ => return Err(Error::new(span, "class:, style:, prop: and on: are the only prefixes")),
    })
}

/// The type browsers give to an event of this name, as far as the page wants more than `Event`.
fn event_type(name: &str) -> TokenStream {
    match name {
        "click" => quote! { ::web_sys::MouseEvent },
        "keydown" | "keyup" => quote! { ::web_sys::KeyboardEvent },
        "submit" => quote! { ::web_sys::SubmitEvent },
        _ if name.starts_with("pointer") => quote! { ::web_sys::PointerEvent },
        _ => quote! { ::web_sys::Event },
    }
}
