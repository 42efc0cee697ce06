//! The server that a game starts for itself.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};

use agon_client::ServerAddress;
use agon_core::Fault;
use agon_server::{BackgroundServer, Config};
use agon_terminal::{HostedServer, faults};

/// Where games are hosted unless another address is given.
pub(crate) const USUAL_ADDRESS: &str = "0.0.0.0:8080";

/// Starts a server at the usual address; if its port is taken, at one that the system chooses.
pub(crate) fn at_usual_address() -> Result<HostedServer, Fault> {
    let usual = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 8080));
    at(usual).or_else(|_| at(SocketAddr::new(usual.ip(), 0)))
}

/// Starts a server in memory at an address.
pub(crate) fn at(listen: SocketAddr) -> Result<HostedServer, Fault> {
    let server = BackgroundServer::start(Config { listen, ..Config::default() });
    let server =
        server.map_err(|error| faults::NOT_HOSTED.with("address", listen).with("reason", reason(listen, &error)))?;
    let port = server.address().port();
    let addresses = shown_addresses(listen.ip(), outward_address(listen.ip()));
    let addresses =
        addresses.into_iter().map(|ip| ServerAddress::parse(&format!("http://{}", SocketAddr::new(ip, port))));
    Ok(HostedServer { addresses: addresses.collect::<Result<_, _>>()?, running: Box::new(server) })
}

/// Why nothing can listen at an address, as a word that catalogues translate if it is a usual reason.
fn reason(listen: SocketAddr, error: &dyn std::fmt::Display) -> String {
    match TcpListener::bind(listen).map_err(|error| error.kind()) {
        Err(ErrorKind::AddrInUse) => "port taken".to_owned(),
        Err(ErrorKind::PermissionDenied) => "not allowed".to_owned(),
        Err(ErrorKind::AddrNotAvailable) => "not this machine".to_owned(),
        _ => error.to_string(),
    }
}

/// The addresses by which a server on this machine can be reached, the one for this machine itself last.
fn shown_addresses(listen: IpAddr, outward: Option<IpAddr>) -> Vec<IpAddr> {
    if !listen.is_unspecified() {
        return vec![listen];
    }
    let near: IpAddr = if listen.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() };
    outward.into_iter().filter(|ip| *ip != near).chain([near]).collect()
}

/// The address by which other machines reach this one; none without a network.
fn outward_address(any: IpAddr) -> Option<IpAddr> {
    let far: IpAddr = if any.is_ipv4() {
        Ipv4Addr::new(192, 0, 2, 1).into()
    } else {
        Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into()
    };
    // Connecting a datagram socket sends nothing; it chooses the address from which other machines would be reached.
    let socket = UdpSocket::bind((any, 0)).ok()?;
    socket.connect((far, 9)).ok()?;
    socket.local_addr().ok().map(|socket| socket.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_on_all_interfaces_has_an_address_for_others_and_one_for_this_machine() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let shown = |listen, outward: Option<&str>| {
            let shown = shown_addresses(ip(listen), outward.map(ip));
            shown.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(shown("0.0.0.0", Some("192.168.1.7")), ["192.168.1.7", "127.0.0.1"]);
        assert_eq!(shown("::", Some("2001:db8::7")), ["2001:db8::7", "::1"]);
        assert_eq!(shown("0.0.0.0", None), ["127.0.0.1"]);
        assert_eq!(shown("0.0.0.0", Some("127.0.0.1")), ["127.0.0.1"], "each address once");
        assert_eq!(shown("10.0.0.3", Some("192.168.1.7")), ["10.0.0.3"]);
    }

    #[test]
    fn addresses_have_the_port_that_the_system_chose() {
        let hosted = at(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        let [address] = &hosted.addresses[..] else { panic!("{:?}", hosted.addresses) };
        let address = address.to_string();
        assert!(address.starts_with("http://127.0.0.1:") && !address.ends_with(":0"), "{address}");
    }

    #[test]
    fn a_server_that_cannot_start_says_why() {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        for (listen, reason) in
            [(taken.local_addr().unwrap(), "port taken"), (SocketAddr::from(([192, 0, 2, 1], 0)), "not this machine")]
        {
            let fault = at(listen).err().unwrap();
            assert_eq!(fault.to_string(), format!("no server can be started on {listen}: {reason}"));
        }
    }
}
