//! Programs that the commands call and that do not come with Rust. Missing programs are installed from Debian's
//! packages if we have the rights. Otherwise they are named with the command that installs them, before any
//! long work begins.

use crate::Result;
use crate::system::{command, find, output, run};
use std::path::PathBuf;

/// A program that a command calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    Node,
    Npm,
    Chromium,
    /// Its tests are skipped without it.
    Firefox,
    /// What Spark runs on; its tests are skipped without it.
    Java,
}

/// What building the page takes.
pub(crate) const TO_BUILD: &[Need] = &[Need::Node, Need::Npm];
/// What opening the page in browsers needs in addition.
pub(crate) const TO_TEST: &[Need] =
    &[Need::Node, Need::Npm, Need::Chromium, Need::Firefox, Need::Java];
/// What measuring it in a browser takes.
pub(crate) const TO_MEASURE: &[Need] = &[Need::Node, Need::Npm, Need::Chromium];

/// The oldest Node.js that runs our scripts, which is that of Debian 12.
const NODE: u32 = 18;

/// The version without windows takes a third less processor time for the same tests.
const CHROMIUM_NAMES: [&str; 5] = [
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome",
    "google-chrome-stable",
];

/// Folders in which browsers may be if they are not on PATH.
const CHROMIUM_PLACES: [&str; 3] = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
];
const FIREFOX_PLACES: [&str; 2] = [
    "/Applications/Firefox.app/Contents/MacOS/firefox",
    r"C:\Program Files\Mozilla Firefox\firefox.exe",
];

impl Need {
    fn name(self) -> &'static str {
        match self {
            Self::Node => "Node.js",
            Self::Npm => "npm",
            Self::Chromium => "Chromium",
            Self::Firefox => "Firefox",
            Self::Java => "Java",
        }
    }

    /// Where the program is. `CHROMIUM` and `FIREFOX` override the usual places.
    pub(crate) fn place(self) -> Option<PathBuf> {
        let browser = |given: &str, names: &[&str], places: &[&str]| {
            let place = || places.iter().map(PathBuf::from).find(|path| path.is_file());
            let named = std::env::var_os(given).filter(|name| !name.is_empty()).map(PathBuf::from);
            named.or_else(|| names.iter().find_map(|name| find(name))).or_else(place)
        };
        match self {
            Self::Node => find("node"),
            Self::Npm => find("npm"),
            Self::Chromium => browser("CHROMIUM", &CHROMIUM_NAMES, &CHROMIUM_PLACES),
            Self::Firefox => browser("FIREFOX", &["firefox-esr", "firefox"], &FIREFOX_PLACES),
            Self::Java => find("java"),
        }
    }

    fn is_optional(self) -> bool {
        matches!(self, Self::Firefox | Self::Java)
    }
}

/// A system, distinguished by how programs are installed on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum System {
    Debian,
    Fedora,
    MacOs,
    Windows,
}

const SYSTEMS: [System; 4] = [System::Debian, System::Fedora, System::MacOs, System::Windows];

impl System {
    /// The system that this program runs on, if we know it.
    fn here() -> Option<Self> {
        match std::env::consts::OS {
            "macos" => Some(Self::MacOs),
            "windows" => Some(Self::Windows),
            _ if find("apt-get").is_some() => Some(Self::Debian),
            _ => find("dnf").map(|_| Self::Fedora),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Debian => "Debian",
            Self::Fedora => "Fedora",
            Self::MacOs => "macOS",
            Self::Windows => "Windows",
        }
    }

    fn package(self, need: Need) -> &'static str {
        match (need, self) {
            (Need::Node, Self::Debian | Self::Fedora) => "nodejs",
            (Need::Npm, Self::Debian | Self::Fedora) => "npm",
            (Need::Chromium, Self::Debian) => "chromium-headless-shell",
            (Need::Chromium, Self::Fedora) => "chromium",
            (Need::Firefox, Self::Debian) => "firefox-esr",
            (Need::Firefox, Self::Fedora | Self::MacOs) => "firefox",
            (Need::Java, Self::Debian) => "default-jre-headless",
            (Need::Java, Self::Fedora) => "java-latest-openjdk-headless",
            (Need::Java, Self::MacOs) => "openjdk",
            (Need::Java, Self::Windows) => "Microsoft.OpenJDK.21",
            (Need::Node | Need::Npm, Self::MacOs) => "node",
            (Need::Chromium, Self::MacOs) => "google-chrome",
            (Need::Node | Need::Npm, Self::Windows) => "OpenJS.NodeJS.LTS",
            (Need::Chromium, Self::Windows) => "Google.Chrome",
            (Need::Firefox, Self::Windows) => "Mozilla.Firefox",
        }
    }

    /// The line that installs what is missing.
    fn line(self, missing: &[Need]) -> String {
        let install = match self {
            Self::Debian => "sudo apt-get install --yes",
            Self::Fedora => "sudo dnf install",
            Self::MacOs => "brew install",
            Self::Windows => "winget install",
        };
        let mut packages: Vec<&str> = missing.iter().map(|need| self.package(*need)).collect();
        packages.dedup();
        format!("{install} {}", packages.join(" "))
    }
}

/// What rights we have on Debian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rights {
    Root,
    /// By `sudo -n`, which asks for no password.
    Sudo,
    None,
}

impl Rights {
    fn here() -> Self {
        let is_root = || output(&mut command("id", &["-u"])).is_some_and(|id| id.trim() == "0");
        let may_sudo = || output(&mut command("sudo", &["-n", "true"])).is_some();
        if is_root() {
            Self::Root
        } else if may_sudo() {
            Self::Sudo
        } else {
            Self::None
        }
    }
}

/// What to do about missing programs.
#[derive(Debug, PartialEq, Eq)]
enum Plan {
    /// Continue without them; the words are a note about optional programs.
    Go(Option<String>),
    Install,
    /// Stop with this message.
    Stop(String),
}

/// Decides what to do. Asks for rights only if something could be installed with them.
fn plan(missing: &[Need], system: Option<System>, rights: impl FnOnce() -> Rights) -> Plan {
    if missing.is_empty() {
        return Plan::Go(None);
    }
    if system == Some(System::Debian) && rights() != Rights::None {
        return Plan::Install;
    }
    outcome(missing, system)
}

/// Stops if a required program is missing.
fn outcome(missing: &[Need], system: Option<System>) -> Plan {
    if missing.is_empty() {
        return Plan::Go(None);
    }
    let how = how(missing, system);
    if missing.iter().all(|need| need.is_optional()) {
        Plan::Go(Some(format!("{how}\nGoing on; its tests will be skipped.")))
    } else {
        Plan::Stop(how)
    }
}

/// Names what is missing, with the command that installs it on this system, or with the command for every known
/// system if this one is unknown.
fn how(missing: &[Need], system: Option<System>) -> String {
    let names: Vec<&str> = missing.iter().map(|need| need.name()).collect();
    let verb = if names.len() == 1 { "is" } else { "are" };
    let lines: Vec<String> = match system {
        Some(system) => vec![format!("  {}", system.line(missing))],
        None => SYSTEMS.map(|one| format!("  {:<8} {}", one.name(), one.line(missing))).into(),
    };
    format!("{} {verb} missing. To install:\n{}", names.join(", "), lines.join("\n"))
}

/// Makes sure that the programs are here.
pub(crate) fn require(needs: &[Need]) -> Result<()> {
    let absent =
        || needs.iter().copied().filter(|need| need.place().is_none()).collect::<Vec<Need>>();
    let (missing, system) = (absent(), System::here());
    let settled = match plan(&missing, system, Rights::here) {
        Plan::Install => {
            install(&missing)?;
            outcome(&absent(), system)
        }
        settled => settled,
    };
    match settled {
        Plan::Stop(words) => return Err(words),
        Plan::Go(Some(note)) => println!("{note}"),
        _ => {}
    }
    if needs.contains(&Need::Node) {
        let version = output(&mut command("node", &["--version"])).unwrap_or_default();
        if node_major(&version).is_none_or(|major| major < NODE) {
            return Err(format!(
                "Node.js {NODE} or newer is needed, and here is {:?}. Install it from https://nodejs.org.",
                version.trim()
            ));
        }
    }
    Ok(())
}

/// Installs Debian's packages. Installing an optional package may fail.
fn install(missing: &[Need]) -> Result<()> {
    let (optional, wanted): (Vec<Need>, Vec<Need>) =
        missing.iter().partition(|need| need.is_optional());
    let apt = |arguments: &[&str]| {
        let mut apt = match Rights::here() {
            Rights::Sudo => {
                command("sudo", &["-n", "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"])
            }
            _ => command("apt-get", &[]),
        };
        run(apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    let packages = |needs: &[Need]| -> Vec<&str> {
        needs.iter().map(|need| System::Debian.package(*need)).collect()
    };
    let names: Vec<&str> = missing.iter().map(|need| need.name()).collect();
    println!(
        "{} missing: installing Debian's packages {}",
        names.join(", "),
        packages(missing).join(", ")
    );
    apt(&["update", "--quiet"])?;
    let install = |needs: &[Need]| {
        let mut arguments = vec!["install", "--yes", "--quiet", "--no-install-recommends"];
        arguments.extend(packages(needs));
        apt(&arguments)
    };
    if !wanted.is_empty() {
        install(&wanted)?;
    }
    for need in optional {
        if let Err(words) = install(&[need]) {
            println!("{words}");
        }
    }
    Ok(())
}

/// The first number of `v20.20.2`.
fn node_major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_programs_are_installed_if_we_may() {
        let debian = Some(System::Debian);
        for rights in [Rights::Root, Rights::Sudo] {
            assert_eq!(plan(&[Need::Node], debian, || rights), Plan::Install);
            assert_eq!(plan(&[Need::Firefox], debian, || rights), Plan::Install);
        }
        // Do not ask for a password, or for rights that would not help.
        assert_eq!(plan(&[], debian, || panic!("asked")), Plan::Go(None));
        let fedora = plan(&[Need::Node], Some(System::Fedora), || panic!("asked"));
        assert!(matches!(fedora, Plan::Stop(_)));
    }

    #[test]
    fn else_the_line_that_installs_them_is_named() {
        let without_rights = |missing: &[Need], system| match plan(missing, system, || Rights::None)
        {
            Plan::Stop(words) => words,
            other => panic!("{other:?}"),
        };
        let debian = without_rights(&[Need::Chromium], Some(System::Debian));
        assert_eq!(
            debian,
            "Chromium is missing. To install:\n  sudo apt-get install --yes chromium-headless-shell"
        );
        let anywhere = without_rights(TO_TEST, None);
        assert_eq!(
            anywhere,
            "Node.js, npm, Chromium, Firefox, Java are missing. To install:\n\
             \x20 Debian   sudo apt-get install --yes nodejs npm chromium-headless-shell firefox-esr default-jre-headless\n\
             \x20 Fedora   sudo dnf install nodejs npm chromium firefox java-latest-openjdk-headless\n\
             \x20 macOS    brew install node google-chrome firefox openjdk\n\
             \x20 Windows  winget install OpenJS.NodeJS.LTS Google.Chrome Mozilla.Firefox Microsoft.OpenJDK.21"
        );
    }

    #[test]
    fn firefox_alone_stops_nothing() {
        let plan = plan(&[Need::Firefox], None, || Rights::None);
        assert!(matches!(plan, Plan::Go(Some(note)) if note.contains("dnf install firefox")));
    }

    #[test]
    fn versions_of_node_are_read() {
        assert_eq!(node_major("v20.20.2\n"), Some(20));
        assert_eq!(node_major(""), None);
    }
}
