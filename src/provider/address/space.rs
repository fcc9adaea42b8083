//! Which kind of network a host name leads to.

use std::net::{Ipv4Addr, Ipv6Addr};

/// Where an address leads, as browsers tell them apart (Local Network Access).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressSpace {
    /// This machine.
    Loopback,
    /// A private range, `.local`, or a name without a dot.
    Private,
    /// Everything else.
    Public,
}

/// The kind of network of a host in lower case, an IPv6 address in brackets.
pub(super) fn space_of(host: &str) -> AddressSpace {
    let host = host.strip_suffix('.').unwrap_or(host);
    if let Ok(ip) = host.parse::<Ipv4Addr>() {
        return space_of_v4(ip);
    }
    let v6 = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    if let Some(ip) = v6.and_then(|inner| inner.parse::<Ipv6Addr>().ok()) {
        return match ip.to_ipv4_mapped() {
            Some(v4) => space_of_v4(v4),
            None if ip.is_loopback() || ip.is_unspecified() => AddressSpace::Loopback,
            None if ip.is_unique_local() || ip.is_unicast_link_local() => AddressSpace::Private,
            None => AddressSpace::Public,
        };
    }
    if host == "localhost" || host.ends_with(".localhost") {
        AddressSpace::Loopback
    } else if host.rsplit('.').next() == Some("local") || !host.contains('.') {
        AddressSpace::Private
    } else {
        AddressSpace::Public
    }
}

fn space_of_v4(ip: Ipv4Addr) -> AddressSpace {
    if ip.is_loopback() || ip.is_unspecified() {
        AddressSpace::Loopback
    } else if ip.is_private() || ip.is_link_local() {
        AddressSpace::Private
    } else {
        AddressSpace::Public
    }
}
